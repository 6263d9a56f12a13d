import type { AppRouter } from '@onus/api/root';
import { differing, stateAfter } from '@onus/contract/fold/history';
import type { inferRouterOutputs } from '@trpc/server';
import { momentHere } from '../../lib/dates.ts';

type Outputs = inferRouterOutputs<AppRouter>;

/** One change of an object. */
export type Entry = Outputs['task']['history']['items'][number];

/** A page of the history of an object. */
export type HistoryPage = Outputs['task']['history'];

/** What to set so that an object is again as it was after a change, and what that replaces. */
export interface Restoring {
  set: Record<string, unknown>;
  was: Record<string, unknown>;
}

/** What a kind of object says of its changes. */
interface Wording<Line> {
  /** The fields of the object as it is shown. */
  now: Record<string, unknown>;
  titleOf: (entry: Entry) => string;
  linesOf: (entries: readonly Entry[], index: number) => readonly Line[];
  /** @param at when the state began; undefined for the oldest one. */
  restore: (restoring: Restoring, at: string | undefined) => void;
}

/** The changes in words, newest first, each with what restores the object as it was after it. */
export function stepsOf<Line>(
  pages: readonly HistoryPage[],
  { now, titleOf, linesOf, restore }: Wording<Line>,
) {
  const entries = pages.flatMap(page => page.items);
  const restoreAt = (index: number, at?: string) => {
    const restoring = restoringOf(pages, index, now);
    return restoring ? { onRestore: () => restore(restoring, at) } : {};
  };
  const steps = entries.map((entry, index) => {
    const at = momentHere(entry.at);
    const changes = entry.kind === 'edited' ? linesOf(entries, index) : [];
    return { key: String(entry.id), title: titleOf(entry), at, changes, ...restoreAt(index, at) };
  });
  const isCut = pages.at(-1)?.nextCursor === null && entries.length > 0 && entries.at(-1)?.kind !== 'created';
  const before = { key: 'before', title: 'Before that', changes: [], ...restoreAt(entries.length) };
  return isCut ? [...steps, before] : steps;
}

/**
 * @param index of the change; the number of entries for the state before all of them.
 * @param now the fields of the object as it is shown.
 * @returns null if nothing is to be set, or nothing that the person may set.
 */
function restoringOf(
  pages: readonly HistoryPage[],
  index: number,
  now: Record<string, unknown>,
): Restoring | null {
  const entries = pages.flatMap(page => page.items);
  const allowed = pages[0]?.may.restore ?? [];
  const state = Object.entries(stateAfter(entries, index))
    .filter(([field]) => allowed.includes(field))
    .map(([field, value]) => [field, field === 'assignees' ? idsOf(value) : value]);
  const set = differing(Object.fromEntries(state), now);
  const fields = Object.keys(set);
  if (fields.length === 0) return null;
  return { set, was: Object.fromEntries(fields.map(field => [field, now[field]])) };
}

/** Those of the people who can still be assigned. */
function idsOf(people: unknown): string[] {
  return (people as { id: string; gone: boolean }[]).filter(one => !one.gone).map(one => one.id);
}
