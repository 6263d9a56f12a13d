import { v7 as uuid } from 'uuid';
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

test('a refusal that tells of another’s write of the same group is said once that is on the disk', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const bins = { id: uuid(), title: 'Bins', dueDate: '2026-03-05' };
  const writing = ana.call.task.create(bins);
  const refused = ben.call.task.create(bins).catch(error => {
    expect(world.db.$client.inTransaction).toBe(false);
    throw error;
  });
  await expect(refused).rejects.toThrow('Id is in use');
  expect((await writing).title).toBe('Bins');
});
