import { useParentSize } from '@visx/responsive';
import { counted } from '../../lib/words/text.ts';
import { BarDrawing } from './bar-drawing.tsx';
import type { Month } from './month.ts';

/** The chart, and a table of the same figures for screen readers. */
export function BarChart({ months }: { months: readonly Month[] }) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 50 });
  return (
    <>
      <div ref={parentRef} className="h-full">
        {width > 0 && <BarDrawing months={months} width={width} height={height} />}
      </div>
      <div className="sr-only">
        <table>
          <caption>Tasks by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Complete</th>
              <th scope="col">Incomplete</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, label, complete, incomplete }) => (
              <tr key={month}>
                <th scope="row">{label}</th>
                <td>{counted(complete)}</td>
                <td>{counted(incomplete)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
