import type { Operation } from './operation.ts';

/** One change of an object, as its history has it. */
export interface Changed {
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
}

/**
 * The fields of an object as they were right after one of its changes. Fields that none of the changes names are not in
 * it: they are as they are now.
 * @param entries the history, newest first.
 * @param index of the change; the number of entries for the state before all of them.
 */
export function stateAfter(entries: readonly Changed[], index: number): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  // A newer change has what the field was before it, the oldest of them what it was at that time.
  for (const { changes } of entries.slice(0, index)) for (const one of changes) state[one.field] = one.before;
  // The newest change up to that point has the value.
  for (const { changes } of entries.slice(index).reverse())
    for (const one of changes) state[one.field] = one.after;
  return state;
}

/** The fields of a state that differ from the object as it is. Two lists are the same in any order. */
export function differing(
  state: Record<string, unknown>,
  now: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).filter(([field, value]) => !isSame(value, now[field])));
}

function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other)
    ? [...one].sort().join() === [...other].sort().join()
    : one === other;
}

/**
 * The deleted rows without those that a queued operation restores. A row that is deleted while its deletion waits comes
 * with the server's response.
 */
export function foldDeleted<Row extends { id: string }>(
  rows: readonly Row[],
  operations: readonly Operation[],
): readonly Row[] {
  const restored = new Set<string>();
  for (const { path, input } of operations) {
    if (path === 'task.restore' || path === 'grocery.restore') restored.add(input.id);
    else if (path === 'task.delete' || path === 'grocery.delete') restored.delete(input.id);
  }
  return rows.filter(({ id }) => !restored.has(id));
}
