import { cx } from '../../lib/cx.ts';
import { counted } from '../../lib/words/text.ts';
import { BarLink } from './bar-link.tsx';
import { isEmpty, KINDS, type Kind, type Month } from './month.ts';

interface MonthBarsProps {
  month: Month;
  width: number;
  height: number;
  /** The position of each kind in the pair. */
  bars: { (kind: Kind): number | undefined; bandwidth(): number };
  /** The length of a bar. */
  lengths: (count: number) => number;
}

/** One month: its bars, and the figures of both while one of them is under the pointer, has the focus or is open. */
export function MonthBars({ month, width, height, bars, lengths }: MonthBarsProps) {
  const counts = KINDS.map(kind => ({
    kind,
    count: month[kind],
    x: bars(kind) ?? 0,
    width: bars.bandwidth(),
    length: lengths(month[kind]),
  }));
  return (
    <g className="group outline-none" {...(isEmpty(month) && asPicture(month))}>
      <rect
        x={-BESIDE}
        y={-height}
        width={width + 2 * BESIDE}
        height={height}
        rx={8}
        className="fill-transparent transition-colors group-hover:fill-hover group-focus-visible:stroke-2 group-focus-visible:stroke-brand-strong"
      />
      {counts.map(
        ({ kind, count, ...bar }) =>
          count > 0 && (
            <BarLink
              key={kind}
              month={month}
              kind={kind}
              target={{ ...targetOf(month, kind, width), height }}
              {...bar}
            />
          ),
      )}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus; the links and the table say it. */}
      <g aria-hidden="true" className="pointer-events-none">
        {counts.map(({ kind, ...bar }) => (
          <Figure key={kind} middle={width / 2} {...bar} />
        ))}
      </g>
    </g>
  );
}

/** Makes the half month clickable, or the whole month for a single bar, because a short bar is hard to hit. */
function targetOf(month: Month, kind: Kind, width: number) {
  if (month.complete === 0 || month.incomplete === 0) return { x: -BESIDE, width: width + 2 * BESIDE };
  return { x: kind === 'complete' ? -BESIDE : width / 2, width: width / 2 + BESIDE };
}

/** Pixels around a pair that belong to its month. */
const BESIDE = 6;

interface FigureProps {
  count: number;
  x: number;
  width: number;
  length: number;
  /** Of the pair. */
  middle: number;
}

/** Centered above its bar. A figure wider than its bar is smaller and extends away from its neighbor. */
function Figure({ count, x, width, length, middle }: FigureProps) {
  const text = counted(count);
  const outward = x < middle ? { x: x + width, textAnchor: 'end' as const } : { x };
  const fits = text.length * DIGIT <= width + 4;
  return (
    <text
      y={-length - 7}
      {...(fits ? { x: x + width / 2, textAnchor: 'middle' } : outward)}
      className={cx(FIGURE, fits ? 'text-small' : WIDE)}
    >
      {text}
    </text>
  );
}

const FIGURE =
  'fill-ink font-semibold opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 group-focus:opacity-100 group-has-aria-[current=page]:opacity-100';

/** It may overlap another bar. An outline in the background color keeps it readable. */
const WIDE = 'stroke-3 stroke-ground text-tiny [paint-order:stroke] desk:stroke-surface';

/** Pixels a digit takes. */
const DIGIT = 8;

/** A month without tasks is not a link, but the keyboard reaches it and screen readers read its figures. */
function asPicture({ label, complete, incomplete }: Month) {
  return {
    role: 'img',
    tabIndex: 0,
    'aria-label': `${label}: ${complete} complete, ${incomplete} incomplete`,
  };
}
