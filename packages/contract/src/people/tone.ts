/** The number of colors for people. The style sheet has as many. */
export const TONES = 9;

/** The color of a person whose household is not known, as a number below `TONES`. */
export function toneOf(id: string): number {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % TONES;
}
