import { setTimeout as wait } from 'node:timers/promises';
import { refusalOf } from '../../lib/client/trpc-client.ts';
import { inBackground, inParallel, waitUntil } from '../../lib/concurrency.ts';
import { type Random, seededRandom } from '../../lib/seeded-random.ts';
import type { Server } from '../../lib/server/server.ts';
import { createAdmin, withServer } from '../../lib/users/accounts.ts';
import {
  createHousehold,
  type Household,
  type HouseholdUser,
  PASSWORD,
  SETTINGS,
  signIn,
} from '../../lib/users/household.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { partialChangesIn } from './partial-changes.ts';

const EXTENT = { short: { kills: 3, people: 6 }, full: { kills: 50, people: 22 } };
/** Of each kind, in each round. */
const [CONVERSATIONS, SERIES, PEOPLE] = [4, 4, 2];
/** Rounds at the most for each kill. */
const TRIES = 4;
const NEW_PASSWORD = 'secret2';

export const allOrNothing: Proof = {
  name: 'all-or-nothing',
  guarantee: 'A change to several rows is atomic',
  target:
    'a conversation and its first message, completing and the next occurrence, deleting a user, redeeming a link: 0 partial changes over 50 kills inside them',
  short: true,
  measure: size => withServer(SETTINGS, server => measured(server, size)),
};

interface World {
  server: Server;
  household: Household;
  admin: HouseholdUser;
  /** Two people who have not written to each other yet, as long as there are some. */
  pairs: [HouseholdUser, HouseholdUser][];
  random: Random;
}

/** A change under way. */
interface Change {
  run: () => Promise<unknown>;
  outcome: 'open' | 'done';
}

async function measured(server: Server, size: Size): Promise<Result> {
  const { kills, people } = EXTENT[size];
  const household = await createHousehold(server, people);
  const { email, password } = await createAdmin(server, 'Ben');
  const admin = await signIn(server.url, email, password);
  const pairs = household.everybody.flatMap((one, at) =>
    household.everybody.slice(at + 1).map((other): [HouseholdUser, HouseholdUser] => [one, other]),
  );
  const world: World = { server, household, admin, pairs, random: seededRandom(3) };
  const broken: string[] = [];
  const changes: Change[] = [];
  let amidst = 0;
  // The changes of a round often end together. A kill that comes after all of them shows nothing and is repeated.
  for (let at = 0; amidst < kills && at < kills * TRIES; at++) {
    const before = cutOff(changes);
    broken.push(...(await round(world, at, changes)));
    if (cutOff(changes) > before) amidst++;
  }
  const what = broken.length > 0 ? `; ${broken[0]}` : '';
  return {
    measured: `${amidst} kills amidst ${changes.length} changes, ${cutOff(changes)} of them cut off: ${broken.length} partial changes${what}`,
    holds: broken.length === 0 && amidst === kills,
  };
}

function cutOff(changes: Change[]): number {
  return changes.filter(({ outcome }) => outcome === 'open').length;
}

async function round(world: World, at: number, all: Change[]): Promise<string[]> {
  const { server, random } = world;
  const [quick, redeeming] = [await prepare(world, at), await invite(world, at)];
  all.push(...redeeming, ...quick);
  const ends = redeeming.map(change => inBackground(start(change)));
  // The server hashes the password before it uses the link. The other calls start when that may be done.
  await wait(random(120));
  ends.push(...quick.map(change => inBackground(start(change))));
  const enough = random(quick.length);
  await waitUntil(
    () => quick.filter(({ outcome }) => outcome === 'done').length >= enough,
    'the next change',
  );
  await Promise.all([server.kill(), ...ends]);
  const found = await partialChangesIn(server.file);
  await server.start();
  found.push(...(await loginsOf(world, at, redeeming)));
  return found;
}

async function start(change: Change): Promise<void> {
  try {
    await change.run();
    change.outcome = 'done';
  } catch (error) {
    if (refusalOf(error)) throw error;
  }
}

/** What one call does at once. */
async function prepare({ household, admin, pairs, server }: World, at: number): Promise<Change[]> {
  const conversations = pairs.splice(0, CONVERSATIONS).map(
    ([one, other]) =>
      () =>
        one.calls.chat.start.mutate({ users: [other.id], message: `first ${one.email} ${other.email}` }),
  );
  const series = await inParallel(
    SERIES,
    Array.from({ length: SERIES }, (_, n) => n),
    async number => {
      const { calls, id: me } = household.manager;
      const title = `series ${at} ${number}`;
      const task = { title, dueDate: '2030-01-31', recurrenceType: 'weekly' } as const;
      const { id } = await calls.task.create.mutate({ ...task, assignees: [me] });
      return () => calls.task.update.mutate({ id, completed: true });
    },
  );
  const leavers = await inParallel(PEOPLE, emails('leaver', at), async email => {
    const { id } = await addMember(household, 'Leaver', email);
    await signIn(server.url, email);
    return () => admin.calls.member.delete.mutate({ id });
  });
  return [...conversations, ...series, ...leavers].map(run => ({ run, outcome: 'open' }));
}

/** Links under way to be redeemed. */
function invite({ household, server }: World, at: number): Promise<Change[]> {
  return inParallel(PEOPLE, emails('newcomer', at), async email => {
    const { token } = await addMember(household, 'Newcomer', email);
    await signIn(server.url, email);
    const run = () => household.manager.calls.auth.activate.mutate({ token, password: NEW_PASSWORD });
    return { run, outcome: 'open' };
  });
}

/** Signs in with the new password if the server acknowledged it, else with either. */
async function loginsOf({ server }: World, at: number, redeeming: Change[]): Promise<string[]> {
  const found = await inParallel(PEOPLE, emails('newcomer', at), async (email, number) => {
    const isNew = await signIn(server.url, email, NEW_PASSWORD).then(
      () => true,
      () => false,
    );
    if (isNew) return [];
    if (redeeming[number]?.outcome === 'done')
      return [`the password of ${email} was acknowledged and is lost`];
    const isOld = await signIn(server.url, email).then(
      () => true,
      () => false,
    );
    return isOld ? [] : [`${email} has neither password`];
  });
  return found.flat();
}

/** Their activation link is unused. */
async function addMember({ manager: { calls } }: Household, username: string, email: string) {
  const { id } = await calls.member.create.mutate({
    username,
    email,
    password: PASSWORD,
    roles: ['Employee'],
  });
  const { url } = await calls.member.link.mutate({ id });
  return { id, token: new URL(url).searchParams.get('token') ?? '' };
}

function emails(name: string, at: number): string[] {
  return Array.from({ length: PEOPLE }, (_, number) => `${name}${at}.${number}@example.com`);
}
