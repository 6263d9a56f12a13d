import type { Row } from '../../bench.ts';
import { ms } from '../../load/format.ts';

/** A time and the most that it may be, in milliseconds. */
export function timeRow(operation: string, time: number, most: number): Row {
  return { operation, ours: ms(time), target: `≤ ${ms(most)}`, holds: time <= most };
}
