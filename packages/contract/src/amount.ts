// Separate from the inputs, because the browser counts too and must not load zod for it.

/** An integer of at least 1; 1 for what is not numeric (rule 15). */
export function wholeCount(typed: unknown): number {
  const value = typeof typed === 'string' || typeof typed === 'number' ? Math.trunc(Number(typed)) : 1;
  return Math.max(1, value || 1);
}

/** Dollars as whole cents. Binary fractions are inexact: 1.005 × 100 is 100.49999999999999. */
export function centsOf(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(15)));
}
