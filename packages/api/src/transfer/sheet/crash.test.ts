import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHEET_BUDGETS } from '@onus/contract/limits/sheet-budgets';
import { migrateDb } from '@onus/db/migrate';
import { openDb } from '@onus/db/open';
import { MIGRATIONS } from '@onus/db/testing';
import { describe, expect, test } from 'vitest';
import { createSweep } from '../../sweep/sweep.ts';
import { type Browser, idOf, member, testWorld, ticksOf, type World } from '../../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const STEADY = { areCommitsSteady: true };
/** Three slices of each. */
const LINES = 60;

const TABLES = {
  groceries: `name,bought\n${Array.from({ length: LINES }, (_, n) => `Milk ${n},${n % 2 ? 'yes' : ''}\n`).join('')}`,
  // Each that is done has a follow-up in its series.
  tasks: `title,due,done,recurrence\n${Array.from({ length: LINES }, (_, n) => `Bins ${n},2026-03-05,${n % 2 ? 'yes' : ''},weekly\n`).join('')}`,
} as const;
type Kind = keyof typeof TABLES;
const KINDS = Object.keys(TABLES) as Kind[];

function imported({ call }: Browser, kind: Kind, id = ID) {
  return call.sheet.import({ kind, table: TABLES[kind], id, count: LINES });
}

function sweep(world: World): Promise<void> {
  return createSweep(world).run(new AbortController().signal);
}

/** Rows of every table that an import writes to. */
function rowsIn({ db }: World): Record<string, number> {
  const count = (table: string) => Number(db.$client.prepare(`select count(*) from ${table}`).pluck().get());
  return Object.fromEntries(
    ['task', 'series', 'task_reader', 'grocery_item', 'sheet_import', 'sheet_part'].map(table => [
      table,
      count(table),
    ]),
  );
}

/** Calls something after each write. */
function afterEachWrite({ commits }: World, act: (writes: number) => unknown): void {
  const { run } = commits;
  let writes = 0;
  Object.assign(commits, {
    async run(write: () => unknown) {
      const result = await run(write);
      writes += 1;
      await act(writes);
      return result;
    },
  });
}

async function household(world: World) {
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  await ana.call.grocery.create({ name: 'Kept' });
  await ana.call.task.create({ title: 'Kept', dueDate: '2026-03-05', recurrenceType: 'daily' });
  return { ana, ben };
}

describe.each(KINDS)('an import of %s', kind => {
  test('that a crash stops leaves nothing behind after the next start, and is made whole when sent again', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'onus-sheet-')), 'onus.sqlite');
    const db = openDb(path);
    migrateDb(db, MIGRATIONS);
    const before = testWorld(db, STEADY);
    const { ana } = await household(before);
    const kept = rowsIn(before);
    afterEachWrite(before, writes => writes === 2 && db.$client.close());
    await expect(imported(ana, kind)).rejects.toThrow();

    const world = testWorld(openDb(path), STEADY);
    expect(rowsIn(world).sheet_part).toBe(2 * SHEET_BUDGETS.sheetSlice.most);
    await sweep(world);
    expect(rowsIn(world)).toEqual(kept);
    const again = world.browser();
    again.held.accessToken = ana.held.accessToken;
    expect(await imported(again, kind)).toEqual({ count: LINES });
    const done = rowsIn(world);
    expect(done.sheet_part).toBe(0);
    expect(done.sheet_import).toBe(1);
    expect(kind === 'tasks' ? done.task : done.grocery_item).toBe(kind === 'tasks' ? 91 : 61);
    await sweep(world);
    expect(rowsIn(world)).toEqual(done);
  });

  test('that could not be taken back is removed by the next sweep, and the household hears of it', async () => {
    const world = testWorld(undefined, STEADY);
    const { ana, ben } = await household(world);
    const kept = rowsIn(world);
    const { $client } = world.db;
    const exec = $client.exec.bind($client);
    afterEachWrite(world, writes => {
      if (writes === 2) {
        $client.exec = sql => {
          if (sql !== 'commit') return exec(sql);
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        };
      }
    });
    await expect(imported(ana, kind)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    $client.exec = exec;
    expect(rowsIn(world).sheet_part).toBe(2 * SHEET_BUDGETS.sheetSlice.most);
    const told = await ticksOf(world, { ana, ben }, 'chat', () => sweep(world));
    expect(told).toEqual(
      kind === 'tasks' ? { ana: ['task'], ben: [] } : { ana: ['grocery'], ben: ['grocery'] },
    );
    expect(rowsIn(world)).toEqual(kept);
  });

  test('that is under way is left alone by a sweep', async () => {
    const world = testWorld(undefined, STEADY);
    const { ana } = await household(world);
    const kept = rowsIn(world);
    let sweeps = 0;
    afterEachWrite(world, async writes => {
      if (writes > 2) return;
      await sweep(world);
      sweeps += 1;
    });
    expect(await imported(ana, kind)).toEqual({ count: LINES });
    expect(sweeps).toBe(2);
    const done = rowsIn(world);
    expect(done.sheet_part).toBe(0);
    const [table, more] = kind === 'tasks' ? (['task', 90] as const) : (['grocery_item', 60] as const);
    expect(done[table]).toBe((kept[table] ?? 0) + more);
  });

  test('sent twice at once is made once', async () => {
    const world = testWorld(undefined, STEADY);
    const { ana } = await household(world);
    const both = await Promise.all([imported(ana, kind), imported(ana, kind)]);
    expect(both).toEqual([{ count: LINES }, { count: LINES }]);
    const { task, grocery_item, sheet_import, sheet_part } = rowsIn(world);
    expect([task, grocery_item]).toEqual(kind === 'tasks' ? [91, 1] : [1, 61]);
    expect([sheet_import, sheet_part]).toEqual([1, 0]);
  });
});

test('an import that fails takes back its part at once', async () => {
  const world = testWorld(undefined, STEADY);
  const { ana, ben } = await household(world);
  const kept = rowsIn(world);
  const id = await idOf(ben);
  const table = `title,due,who\n${'Bins,2026-03-05,Ben\n'.repeat(LINES)}`;
  afterEachWrite(world, writes => {
    if (writes === 1) world.db.$client.prepare('update user set active = 0 where id = ?').run(id);
  });
  await expect(ana.call.sheet.import({ kind: 'tasks', table, id: ID, count: LINES })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(rowsIn(world)).toEqual(kept);
});
