import { timingSafeEqual } from 'node:crypto';

/** Compares in a time that says nothing of where the two differ; only that the lengths differ can be measured. */
export function isSame(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
