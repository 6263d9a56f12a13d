import { type Listener, listen } from '../../../../lib/client/event-listener.ts';
import { fromNewAddress, send } from '../../../../lib/client/http-client.ts';
import { refusalOf } from '../../../../lib/client/trpc-client.ts';
import { inParallel } from '../../../../lib/concurrency.ts';
import { pick } from '../../../../lib/seeded-random.ts';
import type { Server } from '../../../../lib/server/server.ts';
import { type Household, type HouseholdUser, signIn } from '../../../../lib/users/household.ts';

/** Of a run: fetch reuses an idle connection that the server closes in that moment, after 5 s. */
const LOST_REQUESTS = 20;

export interface Extent {
  people: number;
  /** Browsers that connect, listen and disconnect in one round. */
  browsers: number;
  /** Calls of each browser. */
  calls: number;
}

/**
 * Browsers connect, listen, read, write and disconnect. They delete what they wrote, so that the data does not grow.
 *
 * @returns the time of each call in milliseconds
 */
export async function visit(
  server: Server,
  { everybody }: Household,
  { browsers, calls }: Extent,
  random: (sides: number) => number,
  lose: (error: unknown) => void,
): Promise<number[]> {
  const listeners: Listener[] = [];
  const times: number[] = [];
  const numbers = Array.from({ length: browsers }, (_, number) => number);
  await inParallel(8, numbers, async number => {
    const person = pick(random, everybody);
    const listener = listen(server.url, person.token);
    await listener.ready;
    listeners.push(listener);
    for (let call = 0; call < calls; call += 1) {
      const began = performance.now();
      await pick(random, USES)(person, server, number).catch(lose);
      times.push(performance.now() - began);
    }
  });
  for (const listener of listeners) listener.close();
  return times;
}

/** @throws what the server refused, and the error of any request but a few */
export function createLosses(): (error: unknown) => void {
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
