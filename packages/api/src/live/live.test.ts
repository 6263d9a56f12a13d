import { TOPICS } from '@onus/contract/live/topic';
import { expect, test } from 'vitest';
import { createEvents } from '../core/live/events.ts';
import { type Browser, idOf, testWorld } from '../testing.ts';

/** A browser's subscription. In the process an event is still what `tracked` made: the id first, then the topics. */
async function openStream({ call }: Browser, lastEventId?: string) {
  const stream = (await call.live.onChangeSince({ lastEventId }))[Symbol.asyncIterator]();
  const next = async () => {
    const { value } = (await stream.next()) as unknown as { value: [id: string, topics: string[]] };
    return { id: value[0], topics: value[1] };
  };
  return { next, end: () => stream.return?.(undefined) };
}

/** The topics that it has missed. */
async function missed(browser: Browser, lastEventId?: string): Promise<string[]> {
  const stream = await openStream(browser, lastEventId);
  const { topics } = await stream.next();
  await stream.end();
  return topics;
}

const BINS = { title: 'Bins', dueDate: '2026-01-01' };

test('a browser that comes back hears at once which topics have changed for it, or that none have', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const stream = await openStream(ana);
  const first = await stream.next();
  expect(first.topics).toEqual([...TOPICS]);
  expect(await missed(ana, first.id)).toEqual([]);

  await ben.call.task.create(BINS);
  expect(await missed(ana, first.id)).toEqual([]);
  await ana.call.task.create(BINS);
  expect(await missed(ana, first.id)).toEqual(['task']);
  const second = await stream.next();
  expect(second.topics).toEqual(['task']);
  expect(await missed(ana, second.id)).toEqual([]);
  await ana.call.grocery.create({ name: 'Milk' });
  expect(await missed(ana, second.id)).toEqual(['grocery']);
  expect(await missed(ana, first.id)).toEqual(['task', 'grocery']);
});

test('without an id that this server has given, everything may have changed', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await ana.call.task.create(BINS);
  const { id } = await (await openStream(ana)).next();
  const [server] = id.split(' ');
  const ids = ['', 'x', server, `${server} -1`, `${server} 1e9`, `${server} 0.5`, 'other 1'];
  for (const unknown of ids) expect([unknown, await missed(ana, unknown)]).toEqual([unknown, [...TOPICS]]);
  await expect(missed(ana, 'x'.repeat(101))).rejects.toThrow('Last event id');
});

test('a change during the check of the session is not among those that the event includes', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const stream = await openStream(ana);
  await stream.next();
  const me = await idOf(ana);
  const alive = world.sessions.alive;
  world.sessions.alive = async session => {
    world.sessions.alive = alive;
    world.events.tick('grocery', [me]);
    return alive(session);
  };
  world.events.tick('task', [me]);
  const { id, topics } = await stream.next();
  expect(topics).toEqual(['task']);
  expect(await missed(ana, id)).toEqual(['grocery']);
});

test('the next server knows the ids of the one before it, and none of another', () => {
  const first = createEvents();
  const position = () => {
    const inbox = first.open('ana');
    inbox.close();
    return inbox.lastId();
  };
  const atStart = position();
  first.tick('task', ['ana', 'ben']);
  const atEnd = position();
  first.tick('chat', ['ana']);
  const kept = JSON.parse(JSON.stringify(first.keep()));

  const second = createEvents(kept);
  expect(second.since('ana', atStart)).toEqual(['task', 'chat']);
  expect(second.since('ana', atEnd)).toEqual(['chat']);
  expect(second.since('ben', atEnd)).toEqual([]);
  second.tick('grocery', ['ana']);
  expect(second.since('ana', atEnd)).toEqual(['grocery', 'chat']);
  expect(second.since('ana', `${kept.process} ${kept.last + 1}`)).toEqual([...TOPICS]);
  expect(createEvents(second.keep()).since('ana', atEnd)).toEqual([...TOPICS]);
  expect(createEvents().since('ana', atEnd)).toEqual([...TOPICS]);
});
