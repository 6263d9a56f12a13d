import { afterEach, beforeEach, expect, test } from 'vitest';
import { idOf } from '../testing.ts';
import { MINUTE, type NotifyWorld, notifyWorld } from './testing.ts';

let household: NotifyWorld;

beforeEach(async () => {
  household = await notifyWorld();
});

afterEach(() => household.close());

test('nothing is sent to a person who has chosen nothing', async () => {
  const { ben, after, task, texts } = household;
  expect(await ben.call.notify.settings()).toEqual({
    kinds: { assigned: [], due: [], digest: [], message: [], shopping: [] },
    digestAt: '07:00',
    namesOnly: false,
    available: { push: false, mail: true },
  });
  await task();
  await after(MINUTE);
  expect(texts()).toEqual([]);
});

test('settings change in any part, and bad ones name the field', async () => {
  const { ben } = household;
  await ben.call.notify.update({ kinds: { due: ['mail', 'push', 'mail'] }, namesOnly: true });
  const { kinds, ...rest } = await ben.call.notify.update({ digestAt: '06:30' });
  expect(kinds).toEqual({ assigned: [], due: ['push', 'mail'], digest: [], message: [], shopping: [] });
  expect(rest).toMatchObject({ digestAt: '06:30', namesOnly: true });
  for (const [input, message] of [
    [{ digestAt: '7' }, 'Digest time must be HH:MM, from 00:00 to 23:59'],
    [{ kinds: { due: ['fax'] } }, 'Channels must be push or mail'],
  ] as const) {
    await expect(ben.call.notify.update(input as object)).rejects.toThrow(message);
  }
});

test('a task that is assigned to me is mailed once, with a link that stops it', async () => {
  const { ana, world, ben, after, task, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  await task();
  await task({ title: 'Own', assignees: [await idOf(ana)] });
  await after(MINUTE);
  await after(MINUTE);
  expect(subjects()).toEqual(['Ana assigned you a task']);
  const [text = ''] = texts();
  expect(text).toContain('Feed the cat');
  expect(text).toMatch(/^To: ben@example\.com$/m);
  const unfolded = text.replaceAll(/\r?\n[ \t]+/g, ' ');
  expect(unfolded).toMatch(
    /^List-Unsubscribe: <https:\/\/onus\.example\/notifications\/stop\?token=[^>]+>\r?$/m,
  );
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);

  const [, token = ''] = /stop\?token=([^>\s]+)/.exec(text) ?? [];
  const stranger = world.browser();
  await expect(stranger.call.notify.stop({ token: `${token}x` })).rejects.toThrow('This link is not valid');
  expect(await stranger.call.notify.stop({ token })).toEqual({ kind: 'assigned' });
  expect((await ben.call.notify.settings()).kinds.assigned).toEqual([]);
});

test('what was taken away again before it was sent is not sent', async () => {
  const { ana, ben, after, task, subjects } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  const { id } = await task();
  await ana.call.task.update({ id, assignees: [] });
  const gone = await task({ title: 'Gone' });
  await ana.call.task.delete({ id: gone.id });
  await after(MINUTE);
  expect(subjects()).toEqual([]);
  await ana.call.task.update({ id, assignees: [await idOf(ben)] });
  await after(MINUTE);
  expect(subjects()).toEqual(['Ana assigned you a task']);
});

test('two quick changes are one email that names both', async () => {
  const { ana, ben, after, task, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  await task();
  const { id } = await task({ title: 'Water the plants' });
  await ana.call.task.update({ id, assignees: [] });
  await ana.call.task.update({ id, assignees: [await idOf(ben)] });
  await after(MINUTE);
  expect(subjects()).toEqual(['Ana assigned you 2 tasks']);
  expect(texts()[0]).toMatch(/Feed the cat[\s\S]*Water the plants/);
});

test('a message is mailed unless it was read, deleted or is in view', async () => {
  const { ana, ben, after, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { message: ['mail'] } });
  const [thread] = await ana.call.chat.start({ users: [await idOf(ben)], message: 'First' });
  const conversationId = thread?.id ?? '';
  await after(MINUTE);
  expect(subjects()).toEqual(['New message from Ana']);
  expect(texts()[0]).toContain('First');

  const { sequence } = await ana.call.chat.send({ conversationId, message: 'Read' });
  await ben.call.chat.markRead({ conversationId, sequence });
  const { id } = await ana.call.chat.send({ conversationId, message: 'Deleted' });
  await ana.call.chat.delete({ id });
  await after(MINUTE);
  expect(texts()).toHaveLength(1);

  await ana.call.chat.send({ conversationId, message: 'Two' });
  await ana.call.chat.send({ conversationId, message: 'Three' });
  await after(MINUTE);
  expect(subjects()).toEqual(['New message from Ana', '2 new messages from Ana']);
  expect(texts()[1]).toMatch(/Two[\s\S]*Three/);
});

test('the list of a shopper: changes by others, as long as they shop', async () => {
  const { world, ana, ben, after, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { shopping: ['mail'] } });
  await ana.call.grocery.create({ name: 'Milk' });
  await after(MINUTE);
  const { until } = await ben.call.grocery.shopping({ on: true });
  expect(until && Date.parse(until) > world.clock()).toBe(true);
  expect(await ana.call.grocery.shoppingUntil()).toEqual({ until: null });
  await ben.call.grocery.create({ name: 'Own' });
  const { id } = await ana.call.grocery.create({ name: 'Eggs' });
  await ana.call.grocery.create({ name: 'Bread' });
  await after(MINUTE);
  expect(subjects()).toEqual(['Ana changed the grocery list']);
  expect(texts()[0]).toMatch(/Added: Eggs[\s\S]*Added: Bread/);
  expect(texts()[0]).not.toMatch(/Milk|Own/);

  await ana.call.grocery.update({ id, count: 2 });
  // As a visible page does after a change.
  await ben.call.grocery.page({});
  await after(MINUTE);
  expect(texts()).toHaveLength(1);
  await ana.call.grocery.delete({ id });
  await after(MINUTE);
  expect(texts()[1]).toContain('Removed: Eggs');

  world.advance(3 * 60 * MINUTE);
  await after(0);
  expect(await ben.call.grocery.shoppingUntil()).toEqual({ until: null });
  await ana.call.grocery.create({ name: 'Late' });
  await after(MINUTE);
  expect(texts()).toHaveLength(2);
});
