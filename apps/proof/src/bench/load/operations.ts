import type { Caller } from '../lab/callers.ts';
import { today } from '../lab/data-set.ts';

/** The four operations of the comparisons. */
export const OPERATIONS = ['list of today', 'page of messages', 'create', 'complete'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The reads. */
export const READS: readonly Operation[] = ['list of today', 'page of messages'];

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Makes the call of an entry point for an operation. */
export type CallBuilder = (operation: Operation, person: Caller, change?: Change) => Call;

export interface Change {
  id: string;
  completed: boolean;
}

/** Far from today, so that what is created does not lengthen the list that is read. */
const CREATED = { title: 'Something to do', text: 'In a line or so.', dueDate: '2031-05-05' };

/**
 * The requests of one of several connections. It reads for every person, no read twice, and changes only open tasks that
 * no other connection changes. It completes and reopens them in turns.
 */
export function callsOf(
  build: CallBuilder,
  operation: Operation,
  people: Caller[],
  connection: number,
  connections: number,
): Call[] {
  const calls = repeatedCallsOf(build, operation, people, connection, connections);
  return READS.includes(operation) ? eachNew(calls, connection) : calls;
}

/** The same, but each read is made again and again, as by a program that polls. */
export function repeatedCallsOf(
  build: CallBuilder,
  operation: Operation,
  people: Caller[],
  connection: number,
  connections: number,
): Call[] {
  const turned = people.map((_, place) => people[(place + connection) % people.length] as Caller);
  if (operation !== 'complete') return turned.map(person => build(operation, person));
  const mine = people
    .flatMap(person => person.open.map(id => ({ person, id })))
    .filter((_, place) => place % connections === connection);
  return [true, false].flatMap(completed =>
    mine.map(({ person, id }) => build(operation, person, { id, completed })),
  );
}

/** Calls of a connection before one of them comes again. So many responses are never kept. */
const MOST_KEPT = 2_000;

/**
 * The same calls, each with a header that no other call has: Onus keeps the response of a list for the same request
 * (docs/decisions/0029-kept-responses.md), and none of these is the same.
 */
export function eachNew(calls: Call[], connection: number): Call[] {
  const times = Array.from({ length: Math.ceil(MOST_KEPT / calls.length) }, (_, time) => time);
  return times.flatMap(time =>
    calls.map(call => ({ ...call, headers: { ...call.headers, 'x-time': `${connection}-${time}` } })),
  );
}

export function restCall(operation: Operation, person: Caller, change?: Change): Call {
  const headers = { authorization: `Bearer ${person.token}` };
  if (operation === 'list of today') return { method: 'GET', path: '/tasks/today', headers };
  if (operation === 'page of messages') {
    const served = '_sort=timestamp&_order=desc&_page=1&_limit=20';
    return { method: 'GET', path: `/messages?conversationId=${person.conversation}&${served}`, headers };
  }
  const json = { ...headers, 'content-type': 'application/json' };
  const method = operation === 'create' ? 'POST' : 'PATCH';
  return { method, path: '/tasks', headers: json, body: JSON.stringify(change ?? CREATED) };
}

export function trpcCall(operation: Operation, person: Caller, change?: Change): Call {
  const headers = { authorization: `Bearer ${person.token}` };
  if (operation === 'list of today') return query('task.list', { view: 'today' }, headers);
  if (operation === 'page of messages') {
    return query('chat.messages', { conversationId: person.conversation, limit: 20 }, headers);
  }
  const json = { ...headers, 'content-type': 'application/json' };
  const path = operation === 'create' ? '/trpc/task.create' : '/trpc/task.update';
  return { method: 'POST', path, headers: json, body: JSON.stringify(change ?? CREATED) };
}

/** json-server filters by equality, greater and less. Its rows have the shapes of our REST API. */
export function jsonServerCall(operation: Operation, person: Caller, change?: Change): Call {
  if (operation === 'list of today') {
    const due = `dueDate_gte=${today()}&dueDate_lte=${today()}T99&_sort=dueDate`;
    return { method: 'GET', path: `/tasks?user=${person.id}&${due}`, headers: {} };
  }
  if (operation === 'page of messages') return { ...restCall(operation, person), headers: {} };
  const headers = { 'content-type': 'application/json' };
  if (!change) {
    const body = JSON.stringify({ ...CREATED, user: person.id });
    return { method: 'POST', path: '/tasks', headers, body };
  }
  const body = JSON.stringify({ completed: change.completed });
  return { method: 'PATCH', path: `/tasks/${change.id}`, headers, body };
}

export async function ask(url: string, { path, ...init }: Call): Promise<Response> {
  const response = await fetch(url + path, init);
  if (!response.ok)
    throw new Error(`${init.method} ${path} returned ${response.status}: ${await response.text()}`);
  return response;
}

function query(path: string, input: object, headers: Record<string, string>): Call {
  return { method: 'GET', path: `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, headers };
}
