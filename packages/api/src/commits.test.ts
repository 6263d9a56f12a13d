import { expect, test } from 'vitest';
import { testWorld } from './testing.ts';

test('a query that waited for writes that a full disk took back answers what is there', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await ana.call.task.create({ title: 'Bins', dueDate: '2026-03-05' });
  world.commits.join();
  world.db.$client.exec("update task set title = 'Other'");
  const reading = ana.call.task.list({ view: 'all' });
  world.db.$client.exec('rollback');
  expect((await reading).items.map(({ title }) => title)).toEqual(['Bins']);
});
