import { TASK_VIEWS } from '@onus/contract/task';
import { task } from '@onus/db/schema/task';
import { expect, test } from 'vitest';
import { dayFrom, idOf, testWorld } from '../testing.ts';

type Lists = Awaited<ReturnType<typeof manyTasks>>['ana']['call']['task']['list'];

/** Two and a half thousand tasks, more than one search looks at, written straight into the database. */
async function manyTasks() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const creatorId = await idOf(ana);
  const rows = Array.from({ length: 2_500 }, (_, number) => ({
    id: `task-${String(number).padStart(5, '0')}`,
    creatorId,
    managerId: creatorId,
    title: number % 100 === 7 ? `Café № ${number}` : `Chore ${number}`,
    text: number % 250 === 9 ? 'Bring the BLUE bag, 100% of it' : '',
    dueDate: `${dayFrom(world, (number % 500) - 250)}T12:00:00.000Z`,
    completed: number % 2 === 1,
    createdAt: number,
    updatedAt: number,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    world.db
      .insert(task)
      .values(rows.slice(from, from + 500))
      .run();
  }
  return { world, ana, rows };
}

/** Follows the cursor to the end, however short a page on the way is. */
async function everyPage(list: Lists, input: Omit<Parameters<Lists>[0], 'cursor'>) {
  const found: string[] = [];
  let [cursor, pages]: [string | null, number] = [null, 0];
  do {
    const page: Awaited<ReturnType<Lists>> = await list({ ...input, cursor });
    found.push(...page.items.map(one => one.id));
    [cursor, pages] = [page.nextCursor, pages + 1];
  } while (cursor);
  return { found, pages };
}

test('finding gives what a filter over the whole list gives, in its order, whatever case and accents', async () => {
  const { ana, rows } = await manyTasks();
  for (const find of ['cafe', 'CAFÉ', 'blue BAG', 'chore 9', '100%', '_', "'; drop table task --"]) {
    for (const order of ['asc', 'desc'] as const) {
      const { found, pages } = await everyPage(ana.call.task.list, { view: 'all', order, find, limit: 30 });
      const whole = await everyPage(ana.call.task.list, { view: 'all', order, limit: 100 });
      const plain = (text: string) =>
        text
          .toLowerCase()
          .normalize('NFD')
          .replaceAll(/[\u0300-\u036f]/g, '');
      const matching = rows.filter(one => plain(`${one.title} ${one.text}`).includes(plain(find)));
      const wanted = new Set(matching.map(one => one.id));
      expect(found).toEqual(whole.found.filter(id => wanted.has(id)));
      // One call looks at a thousand rows at the most, however little it finds.
      expect(pages).toBeGreaterThanOrEqual(3);
    }
  }
});

test('a month holds what its bar counts, in every view', async () => {
  const { ana } = await manyTasks();
  for (const { month, complete, incomplete } of await ana.call.manager.chart()) {
    for (const view of TASK_VIEWS) {
      const { found } = await everyPage(ana.call.manager.tasks, { view, month, limit: 100 });
      const all = await everyPage(ana.call.manager.tasks, { view, limit: 100 });
      expect(found.length).toBeLessThanOrEqual(all.found.length);
      if (view === 'complete') expect(found).toHaveLength(complete);
      if (view === 'incomplete') expect(found).toHaveLength(incomplete);
      if (view === 'all') expect(found).toHaveLength(complete + incomplete);
    }
  }
});

test('a month that does not exist and words of nothing name their field', async () => {
  const ana = await testWorld().person('Ana');
  const bad = { code: 'BAD_REQUEST' };
  const ask = (more: object) => ana.call.task.list({ view: 'all', ...more });
  await expect(ask({ month: '2026-13' })).rejects.toMatchObject({ ...bad, message: /Month must be YYYY-MM/ });
  await expect(ask({ find: '  ' })).rejects.toMatchObject({ ...bad, message: /Find needs/ });
});

test('the numbered pages of a list hold each of its tasks once, in its order, and nothing lies behind them', async () => {
  const { ana } = await manyTasks();
  for (const order of ['asc', 'desc'] as const) {
    const whole = await everyPage(ana.call.task.list, { view: 'all', order, limit: 500 });
    const found: string[] = [];
    for (let page = 1; page <= 6; page++) {
      const { rows, total } = await ana.call.task.find({ view: 'all', order, limit: 450, page });
      found.push(...rows.map(({ id }) => id));
      expect(total).toBe(whole.found.length);
    }
    expect(found).toEqual(whole.found);
    expect(await ana.call.task.find({ view: 'all', order, limit: 450, page: 7 })).toMatchObject({ rows: [] });
  }
});

test('a numbered page with long texts goes on at its cursor until it is whole', async () => {
  const { world, ana } = await manyTasks();
  world.db
    .update(task)
    .set({ text: 'x'.repeat(3_000) })
    .run();
  const whole = await everyPage(ana.call.task.list, { view: 'all', order: 'asc', limit: 500 });
  for (const page of [1, 5]) {
    const { rows, nextCursor } = await ana.call.task.find({ view: 'all', order: 'asc', limit: 500, page });
    const found = rows.map(({ id }) => id);
    expect(found.length).toBeLessThan(500);
    for (let cursor = nextCursor; cursor && found.length < 500; ) {
      const limit = 500 - found.length;
      const next = await ana.call.task.list({ view: 'all', order: 'asc', limit, cursor });
      found.push(...next.items.map(({ id }) => id));
      cursor = next.nextCursor;
    }
    expect(found).toEqual(whole.found.slice((page - 1) * 500, page * 500));
  }
});
