import { dice, oneOf } from '../dice.ts';
import { elsewhere, send } from '../door.ts';
import { median } from '../figures.ts';
import { foundHousehold, type Household, type Person, SETTINGS, signIn } from '../household.ts';
import { type Listener, listen } from '../listening.ts';
import { inParallel } from '../moments.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

interface Extent {
  people: number;
  /** Browsers that connect, listen and disconnect in one round. */
  browsers: number;
  /** Calls that each of them makes. */
  calls: number;
}

const EXTENT: Record<Size, Extent> = {
  short: { people: 4, browsers: 40, calls: 5 },
  full: { people: 16, browsers: 160, calls: 20 },
};
/** The short run counts rounds; the full one watches the clock. */
const ROUNDS = 16;
const MINUTES = 120;
/** What is made once, such as compiled code and prepared statements, is made in the first rounds. */
const WARM_UP = 4;
/** In parts of the heap. The heap of a few rounds is still settling. */
const MOST = { short: 0.05, full: 0.02 };

export const memoryDoesNotGrow: Proof = {
  name: 'memory-does-not-grow',
  promise: 'Memory does not grow',
  demanded:
    '2 h of mixed use, 160 browsers connecting and disconnecting: the heap after garbage collection grows by at most 2% in the second hour',
  short: true,
  measure: (size, minutes) => onInstall(SETTINGS, server => used(server, size, minutes), { preload: true }),
};

async function used(server: Server, size: Size, minutes = MINUTES): Promise<Seen> {
  const household = await foundHousehold(server, EXTENT[size].people);
  const random = dice(5);
  for (let round = 0; round < WARM_UP; round += 1) await visit(server, household, EXTENT[size], random);
  const heaps: number[] = [];
  const began = performance.now();
  const isOver = () =>
    size === 'short' ? heaps.length >= ROUNDS : performance.now() - began > minutes * 60_000;
  while (!isOver()) {
    await visit(server, household, EXTENT[size], random);
    heaps.push(await server.tell({ heap: true }));
  }
  const half = heaps.length >> 1;
  const [before, after] = [median(heaps.slice(0, half)), median(heaps.slice(half))];
  const growth = after / before - 1;
  return {
    measured: `${heaps.length} rounds of ${EXTENT[size].browsers} browsers: a heap of ${inMb(before)} in the first half, ${inMb(after)} in the second, ${(100 * growth).toFixed(1)}% more`,
    // Of a few rounds the first half is still warming up.
    kept: heaps.length < ROUNDS ? null : growth <= MOST[size],
  };
}

/** Browsers come, listen, read and write, and leave. What they write they delete, so that the data stays as it is. */
async function visit(
  server: Server,
  { everybody }: Household,
  { browsers, calls }: Extent,
  random: (sides: number) => number,
): Promise<void> {
  const listeners: Listener[] = [];
  const numbers = Array.from({ length: browsers }, (_, number) => number);
  await inParallel(8, numbers, async number => {
    const person = oneOf(random, everybody);
    const listener = listen(server.url, person.token);
    await listener.ready;
    listeners.push(listener);
    for (let call = 0; call < calls; call += 1) await oneOf(random, USES)(person, server, number);
  });
  for (const listener of listeners) listener.close();
}

type Use = (person: Person, server: Server, number: number) => Promise<unknown>;

const USES: readonly Use[] = [
  async ({ calls }, _server, number) => {
    const { id } = await calls.task.create.mutate({ title: `Task ${number}`, dueDate: '2030-01-31' });
    await calls.task.update.mutate({ id, completed: true });
    await calls.task.delete.mutate({ id });
  },
  async ({ calls }, _server, number) => {
    const { id } = await calls.grocery.create.mutate({ name: `Item ${number}` });
    await calls.grocery.delete.mutate({ id });
  },
  ({ calls }) => calls.task.list.query({ view: 'all' }),
  ({ calls }) => calls.chat.conversations.query({}),
  ({ token }, { url }) => send(url, '/groceries', { token, headers: elsewhere() }),
  ({ token }, { url }) => send(url, '/tasks/none', { token, headers: elsewhere() }),
  (_person, { url }) => send(url, '/auth/refresh', { headers: elsewhere() }),
  async ({ email, url }, _server, number) => {
    if (number % 20 === 0) await (await signIn(url, email)).calls.auth.logout.mutate();
  },
];

function inMb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
