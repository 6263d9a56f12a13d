import { setTimeout as wait } from 'node:timers/promises';
import { rest } from '../../lib/client/trpc-client.ts';
import { inParallel, waitUntil } from '../../lib/concurrency.ts';
import { pick, seededRandom } from '../../lib/seeded-random.ts';
import type { Server } from '../../lib/server/server.ts';
import { withServer } from '../../lib/users/accounts.ts';
import { createHousehold, type Household, type HouseholdUser, SETTINGS } from '../../lib/users/household.ts';
import { messagesOf, threadsOf } from '../../lib/writes/lost-writes.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { createReader, type Reader } from './message-reader.ts';

const EXTENT = { short: { messages: 200, users: 5 }, full: { messages: 10_000, users: 50 } };
const WRITERS = 8;

export const messages: Proof = {
  name: 'messages',
  guarantee: 'No message is lost or duplicated',
  target:
    '10,000 messages, 50 users, sockets cut at random: everybody connected or resuming is shown each once, in order',
  short: true,
  measure: size => withServer(SETTINGS, server => measured(server, size)),
};

async function measured(server: Server, size: Size): Promise<Result> {
  const { messages: count, users } = EXTENT[size];
  const household = await createHousehold(server, users);
  const readers = household.everybody.map(createReader);
  await waitUntil(() => readers.every(({ starts }) => starts() > 0), 'the start of every stream');
  let isOver = false;
  const cutting = cutAtRandom(readers, () => isOver);
  await writeAll(household, count);
  isOver = true;
  const cuts = await cutting;
  const wrong = await inParallel(4, household.everybody, (person, at) => wrongAt(person, readers[at]));
  for (const reader of readers) reader.close();
  const shown = readers.reduce((sum, { arrived }) => sum + arrived.length, 0);
  const said = wrong.flat();
  return {
    measured: `${count} messages, shown ${shown} times to ${users} users through ${cuts} cuts: ${said.length} users missed, doubled or misplaced one${said.length > 0 ? `; ${said[0]}` : ''}`,
    holds: said.length === 0 && shown >= 2 * count && cuts > 0,
  };
}

/** Everyone writes to everyone. */
async function writeAll({ everybody }: Household, count: number): Promise<void> {
  const random = seededRandom(5);
  const threads = new Map<string, string>();
  const texts = Array.from({ length: count }, (_, number) => `message ${number}`);
  await inParallel(WRITERS, texts, async message => {
    const by = pick(random, everybody);
    const to = pick(
      random,
      everybody.filter(({ id }) => id !== by.id),
    );
    const pair = [by.id, to.id].sort().join();
    const conversationId = threads.get(pair);
    if (conversationId) return void (await rest(by, 'POST', '/messages', { conversationId, message }));
    const [made] = await by.calls.chat.start.mutate({ users: [to.id], message });
    if (made) threads.set(pair, made.id);
  });
}

/** Cuts the socket of a random reader every few milliseconds, whatever state it is in. */
async function cutAtRandom(readers: Reader[], isOver: () => boolean): Promise<number> {
  const random = seededRandom(6);
  let cuts = 0;
  while (!isOver()) {
    await wait(random(20));
    if (pick(random, readers).cut()) cuts += 1;
  }
  return cuts;
}

/** Waits for the last message of the person's conversations, and compares all that arrived with the stored ones. */
async function wrongAt({ calls, email }: HouseholdUser, reader: Reader | undefined): Promise<string[]> {
  if (!reader) throw new Error(`no reader for ${email}`);
  const stored = await inParallel(4, await threadsOf(calls), id => messagesOf(calls, id));
  const expected = stored.flat().sort((a, b) => a.sequence - b.sequence);
  const last = String(expected.at(-1)?.sequence ?? '');
  const found = () => reader.arrived.some(({ id }) => id === last);
  // The comparison below reports a lost message.
  if (expected.length > 0)
    await waitUntil(found, `the last message of ${email}`, { patience: 30_000 }).catch(() => {});
  const should = expected.map(({ sequence, message }) => `${sequence} ${message}`);
  const did = reader.arrived.map(({ id, message }) => `${id} ${message}`);
  const at = Math.max(should.length, did.length);
  const place = Array.from({ length: at }).findIndex((_, number) => should[number] !== did[number]);
  const errors = reader.errors.map(error => `the stream of ${email} failed: ${error}`);
  if (place === -1) return errors;
  return [...errors, `${email} was shown “${did[place]}” instead of “${should[place]}”`];
}
