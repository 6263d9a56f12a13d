import { setTimeout as wait } from 'node:timers/promises';
import { at, send } from '../../../lib/client/http-client.ts';
import { quantile } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf, emailOf, PASSWORD } from '../../lab/data-set.ts';
import { timesOfCommits } from '../../lab/disk.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms } from '../../load/format.ts';
import { openBrowsers } from '../../load/open-browsers.ts';
import { type Call, type Operation, READS, restCall } from '../../load/operations.ts';

const HOUSEHOLDS = 40;
/** Of each household. */
const BROWSERS = 4;
/** Requests per second of all households together, sent at regular times however long each takes. */
const RATE = 300;
/** Requests between two sign-ins. The people sign in one after the other. */
const SIGN_IN_EVERY = 2 * RATE;
/** With the usual 2 s rounds this is the 10 min of the target. */
const ROUNDS_LONG = 300;
/** Milliseconds. */
const MOST = { slowest: 15, stall: 40 };
const THOUSANDTH = 0.999;

type Kind = Operation | 'grocery list' | 'check off an item' | 'change a message';

/** The requests of a household in their order. Two thirds are reads. */
const TURNS: readonly Kind[] = [
  'list of today',
  'page of messages',
  'grocery list',
  'list of today',
  'complete',
  'page of messages',
  'create',
  'list of today',
  'check off an item',
  'grocery list',
  'change a message',
  'list of today',
];

/** The changes among them. */
const WRITES = TURNS.filter(kind => kind !== 'grocery list' && !READS.some(read => read === kind));

/**
 * The p99.9 of each kind of request and the longest stall of the event loop, in mixed use. The event loop waits for each
 * commit, so beside them is what the disk takes for as many commits, before and after.
 */
export async function measureMixed(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const server = await lab.ours(reference);
  const people = await loggedIn(server.url, peopleIn(await dataOf(reference), reference, HOUSEHOLDS));
  const browsers = await Promise.all(
    people.map(({ token }) => openBrowsers(server.port, token, lab.smoke ? 1 : BROWSERS)),
  );
  const askers = await Promise.all(people.map(person => askerOf(server.url, person)));
  const seconds = 'seconds' in lab.effort ? lab.effort.seconds * ROUNDS_LONG : 1;
  // A warm-up compiles and reads everything once.
  await used(server.url, askers, Math.min(seconds, 20));
  const commits = () => timesOfCommits((RATE * WRITES.length) / TURNS.length, seconds / 10);
  const before = await commits();
  await longestStall(server.url);
  const times = await used(server.url, askers, seconds);
  const stall = await longestStall(server.url);
  for (const browser of browsers.flat()) browser.close();
  const disk = [...before, ...(await commits())];
  const [slowDisk, stalledDisk] = [quantile(disk, THOUSANDTH), Math.max(...disk)];
  const slowest = [...times].map(([kind, took]): Row => {
    const slow = quantile(took, THOUSANDTH);
    return {
      operation: `Mixed use, ${RATE} requests/s, ${HOUSEHOLDS * BROWSERS} browsers: ${kind}, p99.9`,
      ours: ms(slow),
      comparedWith: `disk ${ms(slowDisk)}`,
      target: `≤ ${MOST.slowest} ms`,
      holds: slow <= MOST.slowest,
    };
  });
  const longest: Row = {
    operation: 'Mixed use: longest stall of the event loop',
    ours: ms(stall),
    comparedWith: `disk ${ms(stalledDisk)}`,
    target: `≤ ${MOST.stall} ms`,
    holds: stall <= MOST.stall,
  };
  return [...slowest, longest];
}

interface Asker {
  person: Caller;
  /** On their grocery list. */
  item: string;
  /** One of theirs. */
  message: string;
}

/**
 * Duration of each request in ms, by kind.
 * @throws Error if a request was refused. A refusal is fast and would improve the figure.
 */
async function used(url: string, askers: readonly Asker[], seconds: number): Promise<Map<Kind, number[]>> {
  const times = new Map<Kind, number[]>(TURNS.map(kind => [kind, []]));
  const pending: Promise<string | null>[] = [];
  const began = performance.now();
  for (let number = 0; number < RATE * seconds; number += 1) {
    const early = began + (number / RATE) * 1_000 - performance.now();
    if (early > 0) await wait(early);
    const asker = askers[number % askers.length];
    const kind = TURNS[Math.floor(number / askers.length) % TURNS.length];
    if (asker && kind) pending.push(ask(url, callOf(kind, asker, number), times.get(kind)));
    // A sign-in hashes a password beside the other requests. Its own duration is that of the hash.
    if (number % SIGN_IN_EVERY === 0)
      pending.push(ask(url, signIn((number / SIGN_IN_EVERY) % askers.length)));
  }
  const refused = (await Promise.all(pending)).filter(refusal => refusal !== null);
  if (refused.length > 0) throw new Error(`${refused.length} requests were refused: ${refused[0]}`);
  return times;
}

/** @returns the refusal, if there is one. */
async function ask(url: string, call: Call, times?: number[]): Promise<string | null> {
  const { method, path, headers, body } = call;
  const began = performance.now();
  const { status } = await send(url, path, { method, headers, ...(body && { body }) });
  times?.push(performance.now() - began);
  return status < 300 ? null : `${method} ${path} returned ${status}`;
}

function callOf(kind: Kind, { person, item, message }: Asker, number: number): Call {
  const round = Math.floor(number / (HOUSEHOLDS * TURNS.length));
  const isFirst = round % 2 === 0;
  const headers = { authorization: `Bearer ${person.token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  if (kind === 'grocery list') return { method: 'GET', path: '/groceries', headers };
  if (kind === 'check off an item') {
    const body = JSON.stringify({ id: item, purchased: isFirst });
    return { method: 'PATCH', path: '/groceries', headers: json, body };
  }
  if (kind === 'change a message') {
    const body = JSON.stringify({ id: message, message: `Message ${number}` });
    return { method: 'PATCH', path: '/messages', headers: json, body };
  }
  const id = person.open[(round >> 1) % person.open.length] ?? '';
  return restCall(kind, person, kind === 'complete' ? { id, completed: isFirst } : undefined);
}

async function askerOf(url: string, person: Caller): Promise<Asker> {
  const { token } = person;
  const item = await send(url, '/groceries', { token, body: { name: 'Milk' } });
  const thread = await send(url, `/messages?conversationId=${person.conversation}&_limit=20`, { token });
  const messages = Array.isArray(thread.body) ? thread.body : [];
  const message = messages.find(one => at(one, 'sender', 'id') === person.id);
  return { person, item: String(at(item.body, 'id')), message: String(at(message, 'id')) };
}

/** Each household has an address of its own: one address may not have so many passwords checked. */
function signIn(person: number): Call {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${person}` };
  const body = JSON.stringify({ email: emailOf(person), password: PASSWORD });
  return { method: 'POST', path: '/auth', headers, body };
}

/** Milliseconds since the last read. */
async function longestStall(url: string): Promise<number> {
  const { body } = await send(url, '/metrics');
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(String(body)) ?? [];
  if (seconds === undefined) throw new Error('the metrics do not tell how long the event loop stopped');
  return Number(seconds) * 1_000;
}
