import { type Listener, listen } from '../../../lib/client/event-listener.ts';
import { fromNewAddress, send } from '../../../lib/client/http-client.ts';
import { refusalOf } from '../../../lib/client/trpc-client.ts';
import { inParallel } from '../../../lib/concurrency.ts';
import { pick, seededRandom } from '../../../lib/seeded-random.ts';
import type { Server } from '../../../lib/server/server.ts';
import { median } from '../../../lib/statistics.ts';
import { withServer } from '../../../lib/users/accounts.ts';
import {
  createHousehold,
  type Household,
  type HouseholdUser,
  SETTINGS,
  signIn,
} from '../../../lib/users/household.ts';
import type { Proof, Result, Size } from '../../proof.ts';

interface Extent {
  people: number;
  /** Browsers that connect, listen and disconnect in one round. */
  browsers: number;
  /** Calls of each browser. */
  calls: number;
}

const EXTENT: Record<Size, Extent> = {
  short: { people: 4, browsers: 24, calls: 1 },
  full: { people: 16, browsers: 160, calls: 20 },
};
/** The short run counts rounds. The full run lasts a fixed time. */
const ROUNDS = 16;
const MINUTES = 120;
/** The first rounds create compiled code and prepared statements. */
const WARM_UP = 4;
/** Of a run: fetch reuses an idle connection that the server closes in that moment, after 5 s. */
const LOST_REQUESTS = 20;
/** In parts of the heap. The heap of a few rounds is still settling. */
const MOST = { short: 0.04, full: 0.02 };

export const memoryDoesNotGrow: Proof = {
  name: 'memory-does-not-grow',
  guarantee: 'Memory does not grow',
  target:
    '2 h of mixed use, 160 browsers connecting and disconnecting: the heap after garbage collection grows by at most 2% in the second hour',
  short: true,
  measure: (size, minutes) => withServer(SETTINGS, server => used(server, size, minutes), { preload: true }),
};

async function used(server: Server, size: Size, minutes = MINUTES): Promise<Result> {
  const household = await createHousehold(server, EXTENT[size].people);
  const random = seededRandom(5);
  const lose = createLosses();
  for (let round = 0; round < WARM_UP; round += 1) await visit(server, household, EXTENT[size], random, lose);
  const heaps: number[] = [];
  const began = performance.now();
  const isOver = () =>
    size === 'short' ? heaps.length >= ROUNDS : performance.now() - began > minutes * 60_000;
  while (!isOver()) {
    await visit(server, household, EXTENT[size], random, lose);
    heaps.push(await server.sendCommand({ heap: true }));
  }
  const half = heaps.length >> 1;
  const [before, after] = [median(heaps.slice(0, half)), median(heaps.slice(half))];
  const growth = after / before - 1;
  return {
    measured: `${heaps.length} rounds of ${EXTENT[size].browsers} browsers: a heap of ${inMb(before)} in the first half, ${inMb(after)} in the second, ${(100 * growth).toFixed(1)}% more`,
    // With few rounds the first half is still warming up.
    holds: heaps.length < ROUNDS ? null : growth <= MOST[size],
  };
}

/** Browsers connect, listen, read, write and disconnect. They delete what they wrote, so that the data does not grow. */
async function visit(
  server: Server,
  { everybody }: Household,
  { browsers, calls }: Extent,
  random: (sides: number) => number,
  lose: (error: unknown) => void,
): Promise<void> {
  const listeners: Listener[] = [];
  const numbers = Array.from({ length: browsers }, (_, number) => number);
  await inParallel(8, numbers, async number => {
    const person = pick(random, everybody);
    const listener = listen(server.url, person.token);
    await listener.ready;
    listeners.push(listener);
    for (let call = 0; call < calls; call += 1) await pick(random, USES)(person, server, number).catch(lose);
  });
  for (const listener of listeners) listener.close();
}

/** @throws what the server refused, and the error of any request but a few */
function createLosses(): (error: unknown) => void {
  let count = 0;
  return error => {
    count += 1;
    if (refusalOf(error) !== null || count > LOST_REQUESTS) throw error;
  };
}

type Use = (person: HouseholdUser, server: Server, number: number) => Promise<unknown>;

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
  ({ token }, { url }) => send(url, '/groceries', { token, headers: fromNewAddress() }),
  ({ token }, { url }) => send(url, '/tasks/none', { token, headers: fromNewAddress() }),
  (_person, { url }) => send(url, '/auth/refresh', { headers: fromNewAddress() }),
  async ({ email, url }, _server, number) => {
    if (number % 20 === 0) await (await signIn(url, email)).calls.auth.logout.mutate();
  },
];

function inMb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
