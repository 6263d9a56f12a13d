import { expect, test } from 'vitest';
import { testWorld } from '../../testing.ts';

/** Ana's daily series with so many completed tasks before the open one, the latest of them `past-1`. */
async function dailySeries(past: number) {
  const world = testWorld(undefined, { firstDay: '2031-01-01' });
  const ana = await world.person('Ana');
  const open = await ana.call.task.create({ title: 'Bins', dueDate: '2031-01-01', recurrenceType: 'daily' });
  const { $client } = world.db;
  const columns = $client.prepare("select name from pragma_table_info('task')").pluck().all().map(String);
  const day = "date('2031-01-01', '-' || n || ' days')";
  const own: Record<string, string> = {
    id: "'past-' || n",
    scheduled_day: day,
    due_date: `${day} || 'T12:00:00.000Z'`,
    completed: '1',
    completed_at: '1',
  };
  $client.exec(`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${past})
    insert into task (${columns.join()})
    select ${columns.map(column => own[column] ?? `task.${column}`).join()} from number, task
    where task.id = '${open.id}'`);
  const inSeries = () =>
    $client.prepare('select count(*) from task where series_id is not null').pluck().get();
  return { ana, open, inSeries };
}

test('a series keeps its newest 1,000 tasks, so that no change of it is endless', async () => {
  const { ana, open, inSeries } = await dailySeries(999);
  const before = await ana.call.task.get({ id: 'past-999' });
  await ana.call.task.update({ id: open.id, completed: true });
  expect(inSeries()).toBe(1_000);
  const left = await ana.call.task.get({ id: 'past-999' });
  expect(left).toMatchObject({
    completed: true,
    dueDate: before.dueDate,
    recurrenceType: 'none',
    schedule: null,
  });
  expect(left.updatedAt > before.updatedAt).toBe(true);
  expect(await ana.call.task.get({ id: 'past-998' })).toMatchObject({ recurrenceType: 'daily' });
  // It is a task like any other.
  await ana.call.task.update({ id: left.id, completed: false });
  await ana.call.task.update({ id: left.id, completed: true });
  const { items } = await ana.call.task.list({ view: 'incomplete' });
  expect(items.map(({ dueDate }) => dueDate.slice(0, 10))).toEqual(['2031-01-02']);
});

test('one that is longer, from an earlier version, becomes shorter with each completion', async () => {
  const { ana, open, inSeries } = await dailySeries(1_004);
  await ana.call.task.update({ id: open.id, completed: true });
  expect(inSeries()).toBe(1_004);
  const { items } = await ana.call.task.list({ view: 'incomplete' });
  await ana.call.task.update({ id: items[0]?.id ?? '', completed: true });
  expect(inSeries()).toBe(1_003);
});
