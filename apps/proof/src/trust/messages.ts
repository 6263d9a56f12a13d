import { setTimeout as wait } from 'node:timers/promises';
import { rest } from '../calls.ts';
import { dice, oneOf } from '../dice.ts';
import { messagesOf, threadsOf } from '../found.ts';
import { foundHousehold, type Household, type Person, SETTINGS } from '../household.ts';
import { inParallel, until } from '../moments.ts';
import { onInstall } from '../people.ts';
import { createReader, type Reader } from '../reader.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const EXTENT = { short: { messages: 600, users: 8 }, full: { messages: 10_000, users: 50 } };
const WRITERS = 8;

export const messages: Proof = {
  name: 'messages',
  promise: 'No message is lost or duplicated',
  demanded:
    '10,000 messages, 50 users, sockets cut at random: everybody connected or resuming is shown each once, in order',
  short: true,
  measure: size => onInstall(SETTINGS, server => measured(server, size)),
};

async function measured(server: Server, size: Size): Promise<Seen> {
  const { messages: count, users } = EXTENT[size];
  const household = await foundHousehold(server, users);
  const readers = household.everybody.map(createReader);
  await until(() => readers.every(({ starts }) => starts() > 0), 'the start of every stream');
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
    kept: said.length === 0 && shown >= 2 * count && cuts > 0,
  };
}

/** Everybody writes to anybody. */
async function writeAll({ everybody }: Household, count: number): Promise<void> {
  const random = dice(5);
  const threads = new Map<string, string>();
  const texts = Array.from({ length: count }, (_, number) => `message ${number}`);
  await inParallel(WRITERS, texts, async message => {
    const by = oneOf(random, everybody);
    const to = oneOf(
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
  const random = dice(6);
  let cuts = 0;
  while (!isOver()) {
    await wait(random(20));
    if (oneOf(random, readers).cut()) cuts += 1;
  }
  return cuts;
}

/** Waits for the last message of the person's conversations, and compares all that arrived with the stored ones. */
async function wrongAt({ calls, email }: Person, reader: Reader | undefined): Promise<string[]> {
  if (!reader) throw new Error(`no reader for ${email}`);
  const stored = await inParallel(4, await threadsOf(calls), id => messagesOf(calls, id));
  const expected = stored.flat().sort((a, b) => a.sequence - b.sequence);
  const last = String(expected.at(-1)?.sequence ?? '');
  const found = () => reader.arrived.some(({ id }) => id === last);
  // The comparison below reports a lost message.
  if (expected.length > 0) await until(found, `the last message of ${email}`, 30_000).catch(() => {});
  const should = expected.map(({ sequence, message }) => `${sequence} ${message}`);
  const did = reader.arrived.map(({ id, message }) => `${id} ${message}`);
  const at = Math.max(should.length, did.length);
  const place = Array.from({ length: at }).findIndex((_, number) => should[number] !== did[number]);
  const errors = reader.errors.map(error => `the stream of ${email} failed: ${error}`);
  if (place === -1) return errors;
  return [...errors, `${email} was shown “${did[place]}” instead of “${should[place]}”`];
}
