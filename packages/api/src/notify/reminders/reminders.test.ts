import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayFrom, idOf, member, openMailbox, testWorld } from '../../testing.ts';
import { MINUTE, mailerOf, type NotifyWorld, notifyWorld, runnerOf } from '../testing.ts';

let household: NotifyWorld;

beforeEach(async () => {
  household = await notifyWorld();
});

afterEach(() => household.close());

test('a reminder comes at its time by the clock of the person, once', async () => {
  const { world, ana, ben, after, task, texts, subjects } = household;
  // 12:00 UTC is 17:45 in Kathmandu.
  const cleo = await member(world, ana, 'Cleo', { timeZone: 'Asia/Kathmandu' });
  for (const one of [ben, cleo]) await one.call.notify.update({ kinds: { due: ['mail'] } });
  await after(0);
  await task({ dueTime: '17:50', assignees: [await idOf(ben), await idOf(cleo)] });
  await after(4 * MINUTE);
  expect(subjects()).toEqual([]);
  await after(2 * MINUTE);
  await after(2 * MINUTE);
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toMatch(/^To: cleo@example\.com$/m);
});

test('moved, completed, deleted and reassigned tasks remind of nothing; a later time does again', async () => {
  const { ana, ben, after, task, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { due: ['mail'] } });
  await after(0);
  const dueTime = '12:05';
  const [moved, done, gone, passed] = [
    await task({ title: 'Moved', dueTime }),
    await task({ title: 'Done', dueTime }),
    await task({ title: 'Gone', dueTime }),
    await task({ title: 'Passed', dueTime }),
  ];
  await ana.call.task.update({ id: moved.id, dueTime: '12:08' });
  await ana.call.task.update({ id: done.id, completed: true });
  await ana.call.task.delete({ id: gone.id });
  await ana.call.task.update({ id: passed.id, assignees: [] });
  await after(6 * MINUTE);
  expect(subjects()).toEqual([]);
  await after(3 * MINUTE);
  expect(subjects()).toEqual(['A task is due at 12:08']);
  // In the past it is not due again.
  await ana.call.task.update({ id: moved.id, dueTime: '12:02' });
  await after(MINUTE);
  expect(texts()).toHaveLength(1);
});

test('the next occurrence of a series has a reminder of its own', async () => {
  const { ben, after, task, subjects } = household;
  await ben.call.notify.update({ kinds: { due: ['mail'] } });
  await after(0);
  const { id } = await task({ dueTime: '12:05', recurrenceType: 'daily' });
  await after(6 * MINUTE);
  await ben.call.task.update({ id, completed: true });
  await after(24 * 60 * MINUTE);
  expect(subjects()).toEqual(['A task is due at 12:05', 'A task is due at 12:05']);
});

test('a restart sends what it missed for two hours, and nothing from before', async () => {
  const { ben, after, restart, task, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { due: ['mail'] } });
  await after(0);
  await task({ title: 'Old', dueTime: '12:05' });
  await task({ title: 'Late', dueTime: '14:30' });
  restart();
  await after(4 * 60 * MINUTE);
  expect(subjects()).toEqual(['A task is due at 14:30']);
  restart();
  await after(MINUTE);
  expect(texts()).toHaveLength(1);
});

test('a clock that jumps ahead and back loses no reminder and repeats none', async () => {
  const { ben, after, task, subjects } = household;
  await ben.call.notify.update({ kinds: { due: ['mail'] } });
  await after(0);
  await task({ title: 'Soon', dueTime: '12:05' });
  await task({ title: 'Later', dueTime: '18:00' });
  await after(10 * MINUTE);
  await after(24 * 60 * MINUTE);
  await after(-24 * 60 * MINUTE);
  expect(subjects()).toEqual(['A task is due at 12:05']);
  await after(6 * 60 * MINUTE);
  expect(subjects()).toEqual(['A task is due at 12:05', 'A task is due at 18:00']);
});

test('what was queued by a clock that was ahead is sent after it is set right', async () => {
  const { world, ben, after, task, subjects } = household;
  await ben.call.notify.update({ kinds: { assigned: ['mail'] } });
  world.advance(5 * MINUTE);
  await task();
  await after(-24 * 60 * MINUTE);
  expect(subjects()).toEqual(['Ana assigned you a task']);
});

test('on the days of a time change each reminder comes once', async () => {
  for (const [firstDay, dueDate, dueTime] of [
    // 02:30 does not exist on the first of these days, and comes twice on the second.
    ['2027-03-27', '2027-03-28', '02:30'],
    ['2027-10-30', '2027-10-31', '02:30'],
  ] as const) {
    const mailbox = await openMailbox();
    const world = testWorld(undefined, { mailer: mailerOf(mailbox), firstDay });
    const runner = runnerOf(world);
    const pat = await world.person('Pat', 'Manager', { timeZone: 'Europe/Berlin' });
    await pat.call.notify.update({ kinds: { due: ['mail'] } });
    await pat.call.task.create({ title: 'Night', dueDate, dueTime });
    for (let minutes = 0; minutes < 16 * 60; minutes += 5) {
      await runner.tick();
      await runner.idle();
      world.advance(5 * MINUTE);
    }
    expect(mailbox.mails.filter(mail => mail.text.includes('Night'))).toHaveLength(1);
    await mailbox.close();
  }
});

test('the digest comes at its hour, once a day, and not on an empty day', async () => {
  const { world, ben, after, restart, task, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { digest: ['mail'] }, digestAt: '12:30' });
  await after(0);
  await after(40 * MINUTE);
  expect(subjects()).toEqual([]);
  await task({ dueDate: dayFrom(world, 1) });
  await task({ title: 'Water the plants', dueDate: dayFrom(world, -1) });
  await after(24 * 60 * MINUTE);
  restart();
  await after(MINUTE);
  expect(subjects()).toEqual(['1 task today, 1 overdue']);
  expect(texts()[0]).toMatch(/Feed the cat[\s\S]*Overdue: Water the plants/);
});

test('the digest names what is open today, however much of the day is done', async () => {
  const { world, ben, after, task, texts, subjects } = household;
  await ben.call.notify.update({ kinds: { digest: ['mail'] }, digestAt: '12:30' });
  await after(0);
  for (let n = 0; n < 20; n += 1) {
    const { id } = await task({ title: 'Done' });
    await ben.call.task.update({ id, completed: true });
  }
  await task({ title: 'Water the plants' });
  await task({ title: 'Wash the car', dueDate: dayFrom(world, 1) });
  await after(40 * MINUTE);
  expect(subjects()).toEqual(['1 task today']);
  expect(texts()[0]).toContain('Water the plants');
  expect(texts()[0]).not.toMatch(/Done|Wash the car|more/);
});
