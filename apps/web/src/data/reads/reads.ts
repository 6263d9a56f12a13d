import { CONTRACT } from '@onus/contract/operation/headers';
import type {
  InfiniteData,
  Query,
  QueryFunction,
  QueryFunctionContext,
  QueryKey,
} from '@tanstack/react-query';
import { todayHere } from '../../lib/dates.ts';
import { currentUserId, whenDataGoes } from '../session/session.ts';
import { noteRequestTime, requestTimeOf } from './request-times.ts';
import { deleteRows, type ReadRow, readRows, writeRow } from './rows.ts';

/** The queries whose responses are stored, by router. Searches and settings are not stored. */
const KEPT: Record<string, readonly string[]> = {
  task: ['list', 'get', 'counts', 'deleted'],
  grocery: ['page', 'deleted'],
  manager: ['tasks', 'counts', 'chart'],
  member: ['list', 'get', 'tasks', 'counts', 'assignable', 'tones'],
  chat: ['conversations', 'conversation', 'messages', 'unread', 'people'],
  auth: ['me'],
};

/** Milliseconds. */
const KEPT_FOR = 30 * 86_400_000;
const REST = 300;
/** The number of stored pages of a long list. */
const PAGES = 2;

/** The stored responses, by query hash. */
const known = new Map<string, ReadRow>();
/** What was read: the stored responses of a person as they are on a date. */
let opening: { of: string; done: Promise<void> } | null = null;

/** Reads the stored responses of the current person, once a day. */
export function openReads(): Promise<void> {
  const user = currentUserId();
  const of = user + todayHere();
  if (opening?.of !== of) opening = { of, done: open(user).catch(() => {}) };
  return opening.done;
}

/** When the stored responses of some routers were requested, in epoch milliseconds. */
export function storedTimes(routers: readonly string[]): number[] {
  return [...known.values()].flatMap(({ queryKey: [procedure], requestedAt }) =>
    Array.isArray(procedure) && routers.includes(procedure[0]) ? [requestedAt] : [],
  );
}

/** Fills a query without data, or with data of an earlier date, with its stored response. Then asks the server. */
export async function persister<T, Key extends QueryKey, PageParam = never>(
  queryFn: QueryFunction<T, Key, PageParam>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<T> {
  await openReads();
  const row = known.get(query.queryHash);
  const data = query.state.data as object | undefined;
  if (row && (data === undefined || (row.turned && requestTimeOf(data) <= row.requestedAt))) {
    const filled = query.setData(row.data as never, { updatedAt: row.requestedAt, manual: true });
    noteRequestTime(filled as object, row.requestedAt);
  }
  return queryFn(context as QueryFunctionContext<Key, PageParam>);
}

/** Stores the response of a query once it has not changed for a moment, and at the latest when the page is hidden. */
export function keepRead(query: Query): void {
  const { queryHash: key, queryKey } = query;
  const user = currentUserId();
  if (!user || !isKept(queryKey)) return;
  clearTimeout(writing.get(key)?.timer);
  const write = () => {
    writing.delete(key);
    const { data } = query.state;
    if (user !== currentUserId() || typeof data !== 'object' || data === null) return;
    const requestedAt = requestTimeOf(data);
    const day = todayHere(new Date(requestedAt));
    const row = { user, key, queryKey, data: firstPages(data), requestedAt, day, v: CONTRACT };
    noteRequestTime(row.data, row.requestedAt);
    known.set(key, row);
    // If the browser has no room or no storage, the response still comes from the server.
    writeRow(row).catch(() => {});
  };
  writing.set(key, { timer: setTimeout(write, REST), write });
}

/** The responses that are not stored yet. */
const writing = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => void }>();

// A phone may end a hidden page at any time.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) return;
  for (const { timer, write } of [...writing.values()]) {
    clearTimeout(timer);
    write();
  }
});

/** Deletes the stored responses when a session ends. The outbox stays for the same person. */
whenDataGoes(() => {
  for (const { timer } of writing.values()) clearTimeout(timer);
  writing.clear();
  known.clear();
  opening = null;
  deleteRows().catch(() => {});
});

async function open(user: string): Promise<void> {
  const rows = user ? await readRows(user, Date.now() - KEPT_FOR, CONTRACT) : [];
  const today = todayHere();
  const turned = rows.some(({ day }) => day !== today) ? await turn(user, rows) : rows;
  if (user !== currentUserId()) return;
  known.clear();
  for (const row of turned) {
    noteRequestTime(row.data, row.requestedAt);
    known.set(row.key, row);
  }
}

/** As they were read, if the code for it does not load. */
function turn(user: string, rows: readonly ReadRow[]): Promise<readonly ReadRow[]> {
  return import('./next-day.ts').then(day => day.onThisDay(user, rows)).catch(() => rows);
}

function isKept([procedure, more]: readonly unknown[]): boolean {
  const isSearch = /"(find|search)":"[^"]/.test(JSON.stringify(more ?? ''));
  return Array.isArray(procedure) && !!KEPT[procedure[0]]?.includes(procedure[1]) && !isSearch;
}

function firstPages(data: object): object {
  if (!('pages' in data)) return data;
  const { pages, pageParams } = data as InfiniteData<unknown>;
  return pages.length <= PAGES
    ? data
    : { pages: pages.slice(0, PAGES), pageParams: pageParams.slice(0, PAGES) };
}
