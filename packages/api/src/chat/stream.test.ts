import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createCaller } from '../root.ts';
import { type Browser, idOf, member, testWorld } from '../testing.ts';
import type { Message } from './view.ts';

type Stream = Awaited<ReturnType<typeof open>>;

/** Boss with a thread to Ana and one to Ben. */
async function house() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const users = [await idOf(ana), await idOf(ben)];
  const made = await boss.call.chat.start({ users, message: 'Hello' });
  const [withAna = '', withBen = ''] = made.map(one => one.id);
  return { world, boss, ana, ben, withAna, withBen };
}

/** A subscription as a socket holds it: it can be cut from outside, also while it waits. */
async function open(browser: Browser, lastEventId?: string) {
  const wire = new AbortController();
  const call = createCaller(browser.context, { signal: wire.signal });
  const rows = (await call.chat.onMessage({ lastEventId }))[Symbol.asyncIterator]();
  async function next() {
    const { value, done } = await rows.next();
    if (done) return undefined;
    // The types are those a client sees; in the process it is still what `tracked` made.
    const [id, row] = value as unknown as [string, Message];
    return { id, row };
  }
  return { next, cut: () => wire.abort() };
}

async function take(stream: Stream, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) texts.push((await stream.next())?.row.message ?? 'the end');
  return texts;
}

/** The same numbers at every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('a stream starts now and has all messages of the caller’s threads and no others', async () => {
  const { boss, ana, ben, withAna, withBen } = await house();
  const stream = await open(boss);
  const waiting = stream.next();
  const sent = await ana.call.chat.send({ conversationId: withAna, message: 'one' });
  expect(await waiting).toEqual({ id: String(sent.sequence), row: { ...sent, may: expect.anything() } });
  await ana.call.chat.start({ users: [await idOf(ben)], message: 'between us' });
  await boss.call.chat.send({ conversationId: withBen, message: 'two' });
  await ben.call.chat.send({ conversationId: withBen, message: 'three' });
  expect(await take(stream, 2)).toEqual(['two', 'three']);
});

test('a message sent between the opening of a stream and its first read is not lost', async () => {
  const { boss, ana, withAna } = await house();
  const stream = await open(boss);
  await ana.call.chat.send({ conversationId: withAna, message: 'early' });
  expect(await take(stream, 1)).toEqual(['early']);
});

test('a stream that goes on from the newest thread of a list misses nothing since', async () => {
  const { boss, ana, withAna } = await house();
  const [newest] = (await boss.call.chat.conversations({})).items;
  await ana.call.chat.send({ conversationId: withAna, message: 'Later' });
  expect(await take(await open(boss, String(newest?.lastSequence)), 1)).toEqual(['Later']);
  expect(await take(await open(boss, '0'), 3)).toEqual(['Hello', 'Hello', 'Later']);
});

test('a stream sends each message with the current names and email addresses', async () => {
  const { boss, ana, withAna: conversationId } = await house();
  const [hers, his] = [await open(ana), await open(boss)];
  await ana.call.member.updateSelf({ username: 'Anna', email: 'anna@example.com' });
  await boss.call.chat.send({ conversationId, message: 'Hi' });
  for (const stream of [hers, his]) {
    const told = await stream.next();
    expect(told?.row.receiver).toMatchObject({ username: 'Anna', email: 'anna@example.com' });
  }
});

test('a backlog of many pages comes whole and in order, and what is sent into it too', async () => {
  const { boss, ana, withAna } = await house();
  const expected = ['Hello', 'Hello'];
  for (let number = 0; number < 130; number++) {
    expected.push(String(number));
    await ana.call.chat.send({ conversationId: withAna, message: String(number) });
  }
  const stream = await open(boss, '0');
  const seen = await take(stream, 60);
  await ana.call.chat.send({ conversationId: withAna, message: 'last' });
  expect([...seen, ...(await take(stream, 73))]).toEqual([...expected, 'last']);
});

test('an edit and a deletion are not told again; a deleted message is replayed as its stub', async () => {
  const { boss, ana, withAna } = await house();
  const stream = await open(boss, '0');
  expect(await take(stream, 2)).toEqual(['Hello', 'Hello']);
  const sent = await ana.call.chat.send({ conversationId: withAna, message: 'oops' });
  expect(await take(stream, 1)).toEqual(['oops']);
  await ana.call.chat.edit({ id: sent.id, message: 'edited' });
  await ana.call.chat.delete({ id: sent.id });
  await ana.call.chat.send({ conversationId: withAna, message: 'next' });
  expect(await take(stream, 1)).toEqual(['next']);
  const late = await open(boss, String(sent.sequence - 1));
  expect((await late.next())?.row).toMatchObject({ id: sent.id, message: '', deleted: true });
});

test('a stream ends with its session: at a logout, and when its user is deactivated', async () => {
  const { world, boss, ana, ben, withAna } = await house();
  const [first, second] = [await open(ana), await open(ben)];
  const waiting = first.next();
  await ana.call.auth.logout();
  expect(await waiting).toBeUndefined();
  const id = await idOf(ben);
  world.db.update(user).set({ active: false }).where(eq(user.id, id)).run();
  world.events.tick('session', [id]);
  expect(await second.next()).toBeUndefined();
  await boss.call.chat.send({ conversationId: withAna, message: 'unseen' });
  expect(await first.next()).toBeUndefined();
});

test('a stream that is cut waits for nothing more', async () => {
  const { boss } = await house();
  const stream = await open(boss);
  const waiting = stream.next();
  stream.cut();
  expect(await waiting).toBeUndefined();
  const cutBefore = await open(boss);
  cutBefore.cut();
  expect(await cutBefore.next()).toBeUndefined();
});

test.each(['soon', '-1', '1.5', ''])('a last event id of %j is refused', async lastEventId => {
  const { call } = await testWorld().person('Ana');
  await expect(call.chat.onMessage({ lastEventId })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Last event id is invalid',
  });
});

// `pnpm trust --only messages` writes ten thousand and cuts their streams.
test.each([1])('cut 100 times at random, each message arrives once and in order (seed %d)', async seed => {
  const { boss, ana, ben, withAna, withBen } = await house();
  const random = seeded(seed);
  const [expected, seen]: [string[], string[]] = [[], []];
  let [lastEventId, cuts, sent]: [string, number, number] = ['2', 0, 0];
  let stream = await open(boss, lastEventId);

  async function send() {
    const text = `message ${sent++}`;
    const [from, conversationId] =
      random() < 0.5 ? [random() < 0.5 ? ana : boss, withAna] : [random() < 0.5 ? ben : boss, withBen];
    expected.push(text);
    await from.call.chat.send({ conversationId, message: text });
  }

  /** Some of what was on its way is lost with the wire: it never reached the client. */
  function arrive(got: Awaited<ReturnType<Stream['next']>>, lost = false) {
    if (!got || lost) return;
    seen.push(got.row.message);
    lastEventId = got.id;
  }

  async function cut() {
    cuts += 1;
    const pending = random() < 0.5 ? stream.next() : undefined;
    if (pending && random() < 0.5) await send();
    stream.cut();
    arrive(await pending, random() < 0.5);
    for (let away = Math.floor(random() * 70 * random()); away > 0; away--) await send();
    stream = await open(boss, lastEventId);
  }

  while (cuts < 100) {
    const chance = random();
    if (chance < 0.4) await send();
    else if (chance < 0.8 && seen.length < expected.length) arrive(await stream.next());
    else await cut();
  }
  while (seen.length < expected.length) arrive(await stream.next());
  expect(seen).toEqual(expected);
  expect(sent).toBeGreaterThan(1000);
});
