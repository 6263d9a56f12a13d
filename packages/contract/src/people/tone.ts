/** The number of hues for people. The style sheet has each of them twice: pale, and then deep. */
export const HUES = 9;

/** The color of a person whose household is not known, as a number below `HUES`: a pale one. */
export function toneOf(id: string): number {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % HUES;
}
