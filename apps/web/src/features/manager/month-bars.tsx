import { BarRounded } from '@visx/shape';
import { KINDS, type Kind, type Month } from './month.ts';

interface MonthBarsProps {
  month: Month;
  width: number;
  height: number;
  /** Where in the pair each kind stands. */
  bars: { (kind: Kind): number | undefined; bandwidth(): number };
  /** How long the bar of a count is. */
  lengths: (count: number) => number;
}

/** One month: its bars, and their figures while it is under the pointer or has the focus. */
export function MonthBars({ month, width, height, bars, lengths }: MonthBarsProps) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture one can go to, because its figures show on focus.
    <g
      role="img"
      aria-label={`${month.label}: ${month.complete} complete, ${month.incomplete} incomplete`}
      tabIndex={0}
      className="group outline-none"
    >
      <rect
        x={-6}
        y={-height}
        width={width + 12}
        height={height}
        rx={8}
        className="fill-transparent transition-colors group-hover:fill-hover group-focus-visible:stroke-2 group-focus-visible:stroke-brand-strong"
      />
      {KINDS.map(kind => (
        <Bar
          key={kind}
          kind={kind}
          count={month[kind]}
          x={bars(kind) ?? 0}
          width={bars.bandwidth()}
          length={lengths(month[kind])}
        />
      ))}
    </g>
  );
}

interface BarProps {
  kind: Kind;
  count: number;
  x: number;
  width: number;
  length: number;
}

function Bar({ kind, count, x, width, length }: BarProps) {
  return (
    <>
      {count > 0 && (
        <BarRounded
          top
          x={x}
          y={-length}
          width={width}
          height={length}
          // A short bar has no room for the whole corner.
          radius={Math.min(4, length / 2, width / 2)}
          className={FILLS[kind]}
        />
      )}
      <text
        x={x + width / 2}
        y={-length - 7}
        textAnchor="middle"
        className="fill-ink font-semibold text-small opacity-0 transition-opacity group-hover:opacity-100 group-focus:opacity-100"
      >
        {count}
      </text>
    </>
  );
}

const FILLS: Record<Kind, string> = { complete: 'fill-brand', incomplete: 'fill-slate' };
