export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The percentile of the values for a share. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** "3 of 4,000: the first one, the second…" for a measurement that lists its exceptions. */
export function exceptions(wrong: readonly string[], of: number, what: string): string {
  const some = wrong.length > 0 ? `: ${wrong.slice(0, 5).join('; ')}` : '';
  return `${wrong.length} of ${of.toLocaleString('en-US')} ${what}${some}`;
}
