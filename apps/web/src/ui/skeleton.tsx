/** Rows in the shape of a list that is on its way. */
export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="animate-breathe">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <div key={row} className="flex items-center gap-3 border-line border-b py-4 last:border-b-0">
            <span className="size-6 rounded-full border-2 border-line" />
            <span className="flex flex-1 flex-col gap-2">
              <span className="h-3.5 rounded-full bg-line" style={{ width: WIDTHS[row % WIDTHS.length] }} />
              <span className="h-2.5 w-1/4 rounded-full bg-line" />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

const WIDTHS = ['62%', '44%', '71%', '53%'];
