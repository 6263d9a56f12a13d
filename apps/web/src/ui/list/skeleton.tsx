/** Placeholder rows of a loading list. */
export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="animate-breathe">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <div key={row} className="flex h-12 items-center gap-3 border-line border-b last:border-b-0">
            <span className="size-6 rounded-full border-2 border-line" />
            <span className="h-3.5 rounded-full bg-line" style={{ width: WIDTHS[row % WIDTHS.length] }} />
          </div>
        ))}
      </div>
    </div>
  );
}

const WIDTHS = ['52%', '34%', '61%', '43%'];
