/** The same numbers at every run: `random(n)` is from 0 to n - 1. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The value below which a share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** "3 of 4,000: the first of them, the second…" for a measurement whose exceptions matter. */
export function exceptions(wrong: readonly string[], of: number, what: string): string {
  const some = wrong.length > 0 ? `: ${wrong.slice(0, 5).join('; ')}` : '';
  return `${wrong.length} of ${of.toLocaleString('en-US')} ${what}${some}`;
}
