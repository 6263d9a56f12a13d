import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeliveryCounts } from '../core/notify/delivery-counts.ts';
import { idOf, openMailbox } from '../testing.ts';
import { MINUTE, mailerOf, type NotifyWorld, notifyWorld, runnerOf, settled } from './testing.ts';

let household: NotifyWorld;

beforeEach(async () => {
  household = await notifyWorld();
});

afterEach(() => household.close());

test('a person who is deactivated before the sending gets nothing', async () => {
  const { ana, ben, after, task, texts } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'], message: ['mail'] } });
  await task();
  await ana.call.chat.start({ users: [await idOf(ben)], message: 'Hello' });
  await ana.call.member.update({ id: await idOf(ben), active: false });
  await after(MINUTE);
  expect(texts()).toEqual([]);
});

test('a person who must set up a second factor first gets nothing until then', async () => {
  const { world, ben, after, task, texts } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  await task();
  household.restart({ ...world, requireSecondFactor: 'all' });
  await after(MINUTE);
  expect(texts()).toEqual([]);
  household.restart();
  await task();
  await after(MINUTE);
  expect(texts()).toHaveLength(1);
});

test('an email with names only has no text of a task or a message', async () => {
  const { ana, ben, after, task, texts, subjects } = household;
  await ben.call.notify.update({
    kinds: { assigned: ['mail'], message: ['mail'], due: ['mail'], digest: ['mail'] },
    namesOnly: true,
    digestAt: '12:01',
  });
  await task({ dueTime: '12:02' });
  await ana.call.chat.start({ users: [await idOf(ben)], message: 'A secret' });
  await after(0);
  await after(3 * MINUTE);
  expect(subjects().toSorted()).toEqual([
    '1 task today',
    'A task is due at 12:02',
    'Ana assigned you a task',
    'New message from Ana',
  ]);
  expect(texts().join()).not.toMatch(/Feed the cat|A secret/);
});

test('a mail server that refuses is tried again later', async () => {
  const { world, ben, task } = household;
  const mailbox = await openMailbox(1);
  const services = { ...world, mailer: mailerOf(mailbox), deliveries: createDeliveryCounts() };
  const runner = runnerOf(services);
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  await task();
  world.advance(10_000);
  await settled(runner);
  expect(mailbox.mails).toEqual([]);
  world.advance(MINUTE);
  await settled(runner);
  expect(mailbox.mails).toHaveLength(1);
  expect(services.deliveries.all()).toEqual([
    { channel: 'mail', result: 'retried', count: 1 },
    { channel: 'mail', result: 'sent', count: 1 },
  ]);
  await mailbox.close();
});

test('what a crash left half sent is sent again under the same Message-ID', async () => {
  const { world, ben, after, restart, task, texts } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  await task();
  await after(MINUTE);
  // As if the process had ended before it wrote down that the mail was taken.
  world.db.$client.exec('update notify_job set done_at = null, outcome = null, running = 1');
  restart();
  await after(0);
  const ids = texts().map(text => /^Message-ID: (.*)$/m.exec(text)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('an attempt that a crash cut off does not count: ten of them lose nothing', async () => {
  const { world, ben, after, restart, task, texts } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  await task();
  await after(MINUTE);
  for (let crash = 1; crash <= 10; crash += 1) {
    world.db.$client.exec('update notify_job set done_at = null, outcome = null, running = 1');
    restart();
    await after(0);
    expect(texts()).toHaveLength(1 + crash);
  }
});

test('the audit log says what left, and where it went', async () => {
  const { world, ben, after, task } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  await task();
  await after(MINUTE);
  const lines = world.db.$client
    .prepare("select subject_name as name, detail from audit where event = 'notification.sent'")
    .all();
  expect(lines).toEqual([{ name: 'Ben', detail: '{"name":"assigned mail","to":"127.0.0.1"}' }]);
});
