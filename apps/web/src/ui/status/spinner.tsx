import { cx } from '../../lib/cx.ts';

type SpinnerProps = {
  size?: number;
  margin?: number;
  /** Invisible for the first 200 ms, so that fast responses do not flicker. */
  delayed?: boolean;
};

export function Spinner({ size = 15, margin = 2, delayed }: SpinnerProps) {
  return (
    <div role="status" className={cx('inline-flex text-spinner', delayed && 'animate-late')}>
      <span className="sr-only">Loading</span>
      <Dots size={size} margin={margin} />
    </div>
  );
}

/** Three pulsing dots in the colour of the text around them. */
export function Dots({ size = 15, margin = 2 }: { size?: number; margin?: number }) {
  return (
    <span aria-hidden="true" className="inline-flex">
      {DELAYS.map(delay => (
        <span
          key={delay}
          className="animate-pulse-dot rounded-full bg-current"
          style={{ width: size, height: size, margin, animationDelay: delay }}
        />
      ))}
    </span>
  );
}

const DELAYS = ['120ms', '240ms', '360ms'];
