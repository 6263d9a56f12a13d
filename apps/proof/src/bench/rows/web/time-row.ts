import type { Row } from '../../bench.ts';
import { ms } from '../../load/format.ts';

/**
 * A time and the most that it may be, in milliseconds.
 * @param peer the same of something simpler, measured at the same time, and its name.
 */
export function timeRow(operation: string, time: number, most: number, peer?: [string, number]): Row {
  const row = { operation, ours: ms(time), target: `≤ ${ms(most)}`, holds: time <= most };
  if (!peer) return row;
  const [name, theirs] = peer;
  return { ...row, comparedWith: `${name} ${ms(theirs)}`, ratio: time / theirs };
}
