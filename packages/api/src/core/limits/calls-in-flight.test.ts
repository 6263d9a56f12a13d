import { task } from '@onus/db/schema/task';
import { expect, test } from 'vitest';
import { testWorld } from '../../testing.ts';

test('who waits for the calls in flight waits for their writes', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const created = ana.call.task.create({ title: 'Bins', dueDate: '2026-03-05' });
  for (let step = 0; step < 5; step++) await Promise.resolve();
  const titles = () => world.db.select({ title: task.title }).from(task).all();
  expect(titles()).toEqual([]);
  await world.callsInFlight.settled(60_000);
  expect(titles()).toEqual([{ title: 'Bins' }]);
  await created;
});

test('no one waits without calls in flight, or longer than the longest time', async () => {
  const world = testWorld();
  await world.callsInFlight.settled(60_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stuck = world.callsInFlight.run(() => promise);
  await world.callsInFlight.settled(1);
  resolve();
  await stuck;
});
