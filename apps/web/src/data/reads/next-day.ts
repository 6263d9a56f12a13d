import { countsOnDay, foldStored, listsOnDay, type StoredList } from '@onus/contract/fold/day/lists-on-day';
import { onList } from '@onus/contract/fold/operation';
import type { Person, TaskCounts, TaskRow } from '@onus/contract/fold/task';
import type { InfiniteData } from '@tanstack/react-query';
import { todayHere } from '../../lib/dates.ts';
import type { Queued } from '../outbox/operation.ts';
import { landedRows } from '../outbox/rows.ts';
import type { ReadRow } from './rows.ts';

/** The procedures of the lists of tasks, each with that of their counts. */
const COUNTS: Record<string, string> = {
  'task.list': 'task.counts',
  'manager.tasks': 'manager.counts',
  'member.tasks': 'member.counts',
};

type Page = { items: readonly TaskRow[]; nextCursor: string | null };

type List = ReadRow & { data: InfiniteData<Page> };

type Input = Partial<Pick<StoredList<TaskRow>, 'view' | 'order'>> & { month?: string; userId?: string };

/** Stored responses of a person as they are today: each task is on the list of its date, and counted there. */
export async function onThisDay(user: string, rows: readonly ReadRow[]): Promise<ReadRow[]> {
  const today = todayHere();
  const me = { id: user, username: '', ...rows.find(row => nameOf(row) === 'auth.me')?.data };
  const landed = await landedRows(user, Math.min(...rows.map(row => row.requestedAt)));
  const turned = new Map<ReadRow, object>();
  for (const [source, lists] of Map.groupBy(rows.filter(isList), countsOf)) {
    const stored = lists.map(list => storedList(list, landed, me));
    const moved = listsOnDay(stored, today);
    for (const [place, list] of lists.entries()) turned.set(list, withItems(list, moved[place] ?? []));
    const counts = rows.find(row => sourceOf(nameOf(row), row) === source);
    if (counts) turned.set(counts, countsOnDay(counts.data as TaskCounts, dayOf(counts), stored, today));
  }
  return rows.map(row => {
    const data = turned.get(row);
    return data ? { ...row, data, turned: true } : row;
  });
}

function isList(row: ReadRow): row is List {
  const { view, month } = inputOf(row);
  return COUNTS[nameOf(row)] !== undefined && view !== undefined && VIEWS.has(view) && !month;
}

const VIEWS = new Set(['today', 'overdue', 'upcoming', 'complete']);

/** With what this browser has changed since, because the rows may come to a list that was read later. */
function storedList(list: List, landed: readonly Queued[], me: Person): StoredList<TaskRow> {
  const { view = 'today', order = 'asc', userId } = inputOf(list);
  const { pages } = list.data;
  const source = userId ? { memberId: userId } : nameOf(list) === 'task.list' ? 'mine' : 'managed';
  const [at, day] = [list.requestedAt, dayOf(list)];
  const read = pages.flatMap(page => page.items);
  const rows = foldStored(read, onList(landed, at), { me, today: day, source, view, order });
  return { view, order, rows, day, at, isCut: pages.at(-1)?.nextCursor !== null };
}

/** In one page, which goes on where the last one did. */
function withItems({ data }: List, items: readonly TaskRow[]): InfiniteData<Page> {
  const last = data.pages.at(-1);
  return { pages: last ? [{ ...last, items }] : [], pageParams: data.pageParams.slice(0, 1) };
}

/** The counts that belong to a list. */
function countsOf(list: List): string {
  return sourceOf(COUNTS[nameOf(list)] ?? '', list);
}

function sourceOf(procedure: string, row: ReadRow): string {
  return `${procedure} ${inputOf(row).userId ?? ''}`;
}

/** "task.list" */
function nameOf({ queryKey: [procedure] }: ReadRow): string {
  return Array.isArray(procedure) ? procedure.join('.') : '';
}

function inputOf({ queryKey: [, more] }: ReadRow): Input {
  return (more as { input?: Input } | undefined)?.input ?? {};
}

/** The date when a response was requested. */
function dayOf({ day, requestedAt }: ReadRow): string {
  return day ?? todayHere(new Date(requestedAt));
}
