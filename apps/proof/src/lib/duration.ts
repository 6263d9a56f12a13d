/** A duration in the tables, as in "1.5 s". */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
