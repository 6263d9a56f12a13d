import { AxisBottom, type TickRendererProps } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Line } from '@visx/shape';
import { counted } from '../../lib/words/text.ts';
import { KINDS, type Month } from './month.ts';
import { MonthBars } from './month-bars.tsx';

/** Pixels above the bars for their figures. */
const TOP = 24;
/** Pixels a digit takes: the value of the top line stands left of the bars. */
const DIGIT = 8;
/** A month's full name needs this much; where there is less, the names lie at an angle. */
const ROOM_FOR_A_NAME = 76;
/** The widest bar in pixels, for wide screens. */
const WIDEST_PAIR = 88;

interface BarDrawingProps {
  months: readonly Month[];
  width: number;
  height: number;
}

/** A pair of bars per month on a thin baseline. The grid has only its top line with the value. */
export function BarDrawing({ months, width, height }: BarDrawingProps) {
  const most = Math.max(0, ...months.flatMap(month => KINDS.map(kind => month[kind])));
  const left = 12 + counted(most).length * DIGIT;
  const groups = scaleBand({
    domain: months.map(({ month }) => month),
    range: [left, width],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  });
  const isTight = groups.step() < ROOM_FOR_A_NAME;
  const floor = height - (isTight ? 52 : 28);
  const pair = Math.min(groups.bandwidth(), WIDEST_PAIR);
  const bars = scaleBand({ domain: [...KINDS], range: [0, pair], paddingInner: 0.12 });
  const lengths = scaleLinear({ domain: [0, Math.max(1, most)], range: [0, floor - TOP] });
  const labels = new Map(months.map(({ month, label }) => [month, label]));
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a table beside it says the same; a title would pop up under the pointer.
    <svg width={width} height={height} className="block overflow-visible">
      {most > 0 && <TopLine value={counted(most)} left={left} width={width} />}
      {months.map(month => (
        <Group
          key={month.month}
          top={floor}
          left={(groups(month.month) ?? 0) + (groups.bandwidth() - pair) / 2}
        >
          <MonthBars month={month} width={pair} height={floor} bars={bars} lengths={lengths} />
        </Group>
      ))}
      <AxisBottom
        top={floor}
        scale={groups}
        hideTicks
        tickFormat={month => labels.get(month) ?? ''}
        axisLineClassName="stroke-edge"
        tickComponent={isTight ? SlantedName : Name}
      />
    </svg>
  );
}

function TopLine({ value, left, width }: { value: string; left: number; width: number }) {
  return (
    <g>
      <Line from={{ x: left, y: TOP }} to={{ x: width, y: TOP }} className="stroke-line" />
      <text x={left - 8} y={TOP} dy="0.32em" textAnchor="end" className="fill-ink-soft text-small">
        {value}
      </text>
    </g>
  );
}

function Name({ x, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={22} textAnchor="middle" className="fill-ink-soft text-small">
      {formattedValue}
    </text>
  );
}

function SlantedName({ x, formattedValue }: TickRendererProps) {
  return (
    <text
      transform={`translate(${x + 6} 16) rotate(-38)`}
      textAnchor="end"
      className="fill-ink-soft text-tiny"
    >
      {formattedValue}
    </text>
  );
}
