/** Times that were written before: each look at the same rows asks for the same ones. */
const written = new Map<number, string>();
const MOST_WRITTEN = 10_000;

/** An ISO 8601 timestamp of epoch milliseconds (docs/decisions/0019-remembered-timestamps.md). */
export function isoTime(at: number): string {
  const known = written.get(at);
  if (known !== undefined) return known;
  if (written.size >= MOST_WRITTEN) written.clear();
  const iso = new Date(at).toISOString();
  written.set(at, iso);
  return iso;
}
