import { testDb } from '@onus/db/testing';
import { beforeEach, expect, test } from 'vitest';
import { type Browser, testWorld, whole } from '../../testing.ts';

type Create = Parameters<Browser['call']['task']['create']>[0];
type Update = Omit<Parameters<Browser['call']['task']['update']>[0], 'id'>;
type Made = Awaited<ReturnType<Browser['call']['task']['create']>>;

let ana: Browser;

beforeEach(async () => {
  ana = await testWorld(testDb(), { firstDay: '2031-06-01' }).person('Ana', 'Manager');
});

function repeating(rule: Omit<Create, 'title' | 'dueDate'>): Promise<Made> {
  return ana.call.task.create({ title: 'Bins', dueDate: '2031-06-02', ...rule });
}

function change(id: string, changes: Update) {
  return ana.call.task.update({ id, ...changes });
}

/** The whole task as it was answered, sent back with something of it changed. */
function save({ assignees, updatedAt, ...task }: Made, changed: Update) {
  return ana.call.task.update({
    ...task,
    assignees: assignees.map(one => one.id),
    basedOn: updatedAt,
    ...changed,
  });
}

function ruleOf(task: Made) {
  return Object.fromEntries(Object.entries(task).filter(([name]) => name.startsWith('recurrence')));
}

/** The former values of the newest entry of the history. */
async function before(id: string) {
  const { items } = await ana.call.task.history({ id });
  return Object.fromEntries(items[0]?.changes.map(({ field, before }) => [field, before]) ?? []);
}

const INTERVAL = { recurrenceType: 'interval', recurrenceInterval: 3 } as const;
const END = { recurrenceEndDate: '2032-01-01' } as const;

test.each([
  [INTERVAL, [{ recurrenceType: 'none' }, { recurrenceType: 'interval', recurrenceInterval: 5 }]],
  [
    { recurrenceType: 'daily', recurrenceFrom: 'done' },
    [{ recurrenceType: 'none' }, { recurrenceType: 'daily' }],
  ],
  [
    { recurrenceType: 'weekly', recurrenceEvery: 2 },
    [{ recurrenceType: 'none' }, { recurrenceType: 'weekly' }],
  ],
  [
    { recurrenceType: 'weekly', recurrenceEvery: 2 },
    [{ recurrenceType: 'daily' }, { recurrenceType: 'weekly' }],
  ],
  [{ ...INTERVAL, ...END }, [{ recurrenceType: 'none' }, { recurrenceType: 'weekly' }]],
] satisfies [Omit<Create, 'title' | 'dueDate'>, Update[]][])(
  'an older copy of a task with %j changes nothing of the rules that replaced it',
  async (rule, changes) => {
    const made = await repeating(rule);
    let newest: Made = made;
    for (const one of changes) newest = await change(made.id, one);
    const noted = await save(made, { text: 'All' });
    expect(noted).toMatchObject({ ...ruleOf(newest), text: 'All' });
    expect(await save(made, { completed: true })).toMatchObject({ ...ruleOf(newest), completed: true });
  },
);

test('an older copy of a completed task does not move the day of the month of its new rule', async () => {
  const made = await repeating({ recurrenceType: 'weekly' });
  const done = await change(made.id, { completed: true });
  const [next] = await whole(ana.call.task.list, { view: 'incomplete' });
  const monthly = await change(made.id, { recurrenceType: 'monthly' });
  expect(monthly.recurrenceAnchor).toBe(9);
  expect(await save(done, { text: 'All' })).toMatchObject({ recurrenceAnchor: 9 });
  expect(await ana.call.task.get({ id: next?.id ?? '' })).toMatchObject({ recurrenceAnchor: 9 });
});

test.each([
  [{ ...INTERVAL, ...END, recurrenceFrom: 'done' }, 'none'],
  [{ recurrenceType: 'weekdays', recurrenceDays: [1, 3] }, 'daily'],
  [{ recurrenceType: 'monthly', recurrenceAnchor: 31 }, 'weekly'],
] satisfies [Omit<Create, 'title' | 'dueDate'>, Update['recurrenceType']][])(
  'the history brings back all of the rule %j, which another type replaced',
  async (rule, recurrenceType) => {
    const made = await repeating(rule);
    await change(made.id, { recurrenceType });
    expect(await change(made.id, await before(made.id))).toMatchObject(ruleOf(made));
  },
);

test('the history has no field of the rule that stays as it is, even if the change names it', async () => {
  const { id } = await repeating({ recurrenceType: 'monthly', recurrenceAnchor: 20 });
  await change(id, { dueDate: '2031-06-25', recurrenceEvery: 3, recurrenceAnchor: 20 });
  expect(await before(id)).toEqual({ dueDate: '2031-06-02T00:00:00.000Z', recurrenceEvery: 1 });
});
