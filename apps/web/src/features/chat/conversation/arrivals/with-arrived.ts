import type { Message } from '../../chat.ts';

/**
 * Both oldest first. Of what both have, the pages count: they are read again when a message is changed or deleted. A
 * message that was sent again to a restored server has a new place: the row that arrived counts.
 */
export function withArrived<Row extends Pick<Message, 'id' | 'sequence'>>(
  read: readonly Row[],
  arrived: readonly Row[],
): Row[] {
  const newest = read.at(-1)?.sequence ?? 0;
  const later = arrived.filter(({ sequence }) => sequence > newest);
  return [...withoutRows(read, later), ...later];
}

/** The rows that are not among the others. */
export function withoutRows<Row extends Pick<Message, 'id'>>(
  rows: readonly Row[],
  others: readonly Row[],
): readonly Row[] {
  const ids = new Set(others.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
}
