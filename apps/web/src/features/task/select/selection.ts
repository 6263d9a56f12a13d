import type { Row } from '../list/use-done-tasks.ts';
import { AT_ONCE } from '../move/at-once.ts';
import type { Task } from '../task.ts';
import { selected } from './selected.ts';

/** Where a range begins, and what was selected before it. */
interface Anchor {
  id: string;
  before: ReadonlySet<string>;
}

let anchor: Anchor | null = null;

export function isTask(row: Row | undefined): row is Task {
  return row !== undefined && !('count' in row || 'people' in row);
}

/** Selects the rows from the anchor to a place, and no longer those of an earlier range from that anchor. */
export function selectTo(rows: readonly Row[], to: number, activeId: string | undefined): void {
  const target = rows[to];
  if (!isTask(target)) return;
  const ids = selected.get();
  if (ids.size === 0) anchor = { id: activeId ?? target.id, before: ids };
  if (!anchor || !rows.some(row => row.id === anchor?.id)) anchor = { id: target.id, before: ids };
  const { id, before } = anchor;
  const from = rows.findIndex(row => row.id === id);
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).filter(isTask);
  // Counted from the anchor: beyond the limit it stops growing.
  if (to < from) range.reverse();
  choose([...before, ...range.map(row => row.id)]);
}

/** The place of the next task in a direction; undefined at the end of the list. */
export function nextPlace(rows: readonly Row[], from: number, by: 1 | -1): number | undefined {
  for (let place = from + by; place in rows; place += by) if (isTask(rows[place])) return place;
  return undefined;
}

/** Selects a row, or no longer. The next range begins there. */
export function toggleSelected(id: string): void {
  const ids = new Set(selected.get());
  if (!ids.delete(id)) ids.add(id);
  choose([...ids]);
  anchor = { id, before: selected.get() };
}

/** Rows that have left the list are no longer selected. */
export function dropMissing(rows: readonly Row[]): void {
  const ids = selected.get();
  const left = rows.filter(row => ids.has(row.id)).map(row => row.id);
  if (left.length < ids.size) choose(left);
}

export function endSelection(): void {
  anchor = null;
  if (selected.get().size > 0) choose([]);
}

function choose(ids: readonly string[]): void {
  selected.set(new Set(ids.slice(0, AT_ONCE)));
}
