import { Dots } from './spinner.tsx';

/** For all but one of the parts of a page that load at the same time, so that a screen reader announces one. */
export function QuietSpinner() {
  return (
    <div className="inline-flex animate-late text-spinner">
      <span className="sr-only">Loading</span>
      <Dots />
    </div>
  );
}
