import { RECURRENCE_FROM, RECURRENCE_TYPES } from '@onus/contract/dates/recurrence';
import { exportFile } from '@onus/contract/transfer/export';
import type { ExportKind } from '@onus/contract/transfer/export-schema';
import { testDb } from '@onus/db/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSystemScope } from '../../core/scope.ts';
import { movedFrom } from '../../testing/moved-app.ts';
import {
  type Browser,
  dayFrom,
  exportedFrom,
  idOf,
  member,
  testWorld,
  type World,
  whole,
} from '../../testing.ts';
import { importArchive } from './import.ts';

const NAMES = ['Ana', 'Ben', 'Cleo'] as const;

/** One thing a person does; numbers choose among what there is. */
const action = fc.record({
  by: fc.constantFrom(...NAMES),
  what: fc.constantFrom(
    'add',
    'add',
    'complete',
    'reopen',
    'skip',
    'move',
    'drop',
    'buy',
    'tick',
    'say',
    'unsay',
    'read',
  ),
  which: fc.nat(20),
  day: fc.integer({ min: -40, max: 40 }),
  repeats: fc.constantFrom(...RECURRENCE_TYPES),
  interval: fc.integer({ min: 1, max: 9 }),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: fc.constantFrom(...RECURRENCE_FROM),
  anchor: fc.constantFrom(null, 15, 31),
  time: fc.constantFrom(null, '00:00', '17:30'),
  people: fc.subarray([...NAMES]),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(text => text.trim() !== ''),
});
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

async function act(world: World, people: Record<string, Browser>, ids: Record<string, string>, one: Action) {
  const { call } = people[one.by] as Browser;
  const tasks = await whole(call.task.list, { view: 'all' });
  const task = tasks[one.which % Math.max(1, tasks.length)]?.id ?? '';
  const dueDate = `${dayFrom(world, one.day)}T12:00:00.000Z`;
  const items = await call.grocery.list();
  const item = items[one.which % Math.max(1, items.length)];
  const threads = (await call.chat.conversations({})).items;
  const thread = threads[one.which % Math.max(1, threads.length)];
  const conversationId = thread?.id ?? '';
  const said = thread ? (await call.chat.messages({ conversationId })).items : [];
  const assignees = one.by === 'Ana' ? one.people.map(name => ids[name] ?? '') : [];
  const users = one.people.filter(name => name !== one.by).map(name => ids[name] ?? '');
  const ways = {
    add: () =>
      call.task.create({
        ...{ title: one.text, text: one.text, dueDate, assignees },
        ...{ recurrenceType: one.repeats, recurrenceInterval: one.interval, recurrenceDays: one.days },
        ...{ recurrenceEvery: one.interval, recurrenceFrom: one.from, recurrenceAnchor: one.anchor },
        dueTime: one.time,
      }),
    complete: () => call.task.update({ id: task, completed: true }),
    reopen: () => call.task.update({ id: task, completed: false }),
    skip: () => call.task.skip({ id: task }),
    move: () => call.task.update({ id: task, dueDate }),
    drop: () => call.task.delete({ id: task }),
    buy: () => call.grocery.create({ name: one.text, count: one.interval, price: one.which / 7 }),
    tick: () => call.grocery.update({ id: item?.id ?? '', purchased: !item?.purchased }),
    say: () => call.chat.start({ users, message: one.text }),
    unsay: () => call.chat.delete({ id: said[0]?.id ?? '' }),
    read: () => call.chat.markRead({ conversationId, sequence: one.which }),
  };
  // Much of it is refused, and that is fine: nothing there to tick, or not theirs to delete.
  await ways[one.what as keyof typeof ways]().catch(() => undefined);
}

test('whatever a household has done, the export of its import is its export for its people and its operator', async () => {
  const whose: [string, ExportKind][] = [
    ['ana@example.com', 'household'],
    ['ana@example.com', 'user'],
    ['ben@example.com', 'user'],
  ];
  const property = fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 40 }), async life => {
    const world = testWorld();
    const ana = await world.person('Ana', 'Manager');
    const people = { Ana: ana, Ben: await member(world, ana, 'Ben'), Cleo: await member(world, ana, 'Cleo') };
    const ids = { Ana: await idOf(ana), Ben: await idOf(people.Ben), Cleo: await idOf(people.Cleo) };
    for (const one of life) await act(world, people, ids, one);
    for (const [email, kind] of whose) {
      const file = await exportedFrom(world.db, email, kind);
      const other = testDb();
      importArchive(other, createSystemScope(world.clock()), file);
      expect(await exportedFrom(other, email, kind)).toEqual(file);
    }
    const [moved, there] = [movedFrom(world.db, 'ana@example.com'), testDb()];
    importArchive(there, createSystemScope(0), exportFile.parse(moved));
    expect(movedFrom(there, 'ana@example.com')).toEqual(moved);
  });
  await fc.assert(property, { numRuns: 12 });
});
