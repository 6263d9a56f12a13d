import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldMessages, foldThreads, sentInto } from './chat.ts';
import { foldItems, inOrder, withKnownCounts } from './grocery.ts';
import type { ItemRow } from './item-row.ts';
import { type Fate, marksOf, type Operation, onList } from './operation.ts';
import { foldTasks, type TaskListed, type TaskRow } from './task.ts';
import { foldUnread } from './unread.ts';

const ME = { id: 'ana', username: 'Ana' };
const TODAY = '2026-11-22';
const LIST: TaskListed = { me: ME, today: TODAY, source: 'mine', view: 'today', order: 'asc' };
function due(day: string): string {
  return `${day}T12:00:00.000Z`;
}

/** An operation of a queue, made one millisecond after the one before. */
let made = 0;
function op<Path extends Operation['path']>(
  path: Path,
  input: Extract<Operation, { path: Path }>['input'],
  fate: Fate & { removed?: ItemRow | undefined } = {},
) {
  made += 1;
  return { op: `op ${made}`, path, input, at: Date.UTC(2026, 10, 22, 9) + made, ...fate } as Operation & Fate;
}

function item(id: string, more: Partial<ItemRow> = {}): ItemRow {
  const createdAt = '2026-11-22T08:00:00.000Z';
  return {
    id,
    userId: 'ben',
    addedBy: { id: 'ben', username: 'Ben' },
    name: id,
    count: 1,
    price: 0,
    purchased: false,
    section: null,
    createdAt,
    ...more,
  };
}

function task(id: string, more: Partial<TaskRow> = {}): TaskRow {
  const [row] = foldTasks([], [op('task.create', { id, title: id, dueDate: due(TODAY) })], LIST);
  if (!row) throw new Error('No row');
  return { ...row, ...more };
}

test('a new task goes to its place on the list of its date, and on no other', () => {
  const rows = [task('a', { dueDate: due('2026-11-23') }), task('c', { dueDate: due('2026-11-25') })];
  const queue = [op('task.create', { id: 'b', title: 'Bins', dueDate: due('2026-11-24') })];
  const ids = (list: Partial<TaskListed>) => foldTasks(rows, queue, { ...LIST, ...list }).map(row => row.id);
  expect(ids({ view: 'upcoming' })).toEqual(['a', 'b', 'c']);
  expect(ids({ view: 'today' })).toEqual(['a', 'c']);
  expect(
    foldTasks(rows.toReversed(), queue, { ...LIST, view: 'upcoming', order: 'desc' }).map(row => row.id),
  ).toEqual(['c', 'b', 'a']);
  expect(ids({ view: 'upcoming', find: 'BIN' })).toEqual(['a', 'b', 'c']);
  expect(ids({ view: 'upcoming', find: 'desk' })).toEqual(['a', 'c']);
  expect(ids({ view: 'all', month: '2026-12' })).toEqual(['a', 'c']);
});

test('a task with another date goes to its place, or leaves the list', () => {
  const rows = ['a', 'b', 'c'].map((id, n) => task(id, { dueDate: due(`2026-11-2${n + 3}`) }));
  const move = (day: string) => op('task.update', { id: 'b', dueDate: due(day) });
  const ids = (queue: Operation[], list: Partial<TaskListed> = {}) =>
    foldTasks(rows, queue, { ...LIST, view: 'upcoming', ...list }).map(row => row.id);
  expect(ids([move('2026-11-29')])).toEqual(['a', 'c', 'b']);
  expect(ids([move('2026-11-29'), move('2026-11-24')])).toEqual(['a', 'b', 'c']);
  expect(ids([move(TODAY)])).toEqual(['a', 'c']);
  // A list from before midnight, and a change that moves nothing.
  const check = op('task.update', { id: 'b', completed: true });
  expect(ids([check], { today: '2026-11-30' })).toEqual(['a', 'b', 'c']);
  expect(ids([move('2026-11-24')], { today: '2026-11-30' })).toEqual(['a', 'b', 'c']);
});

test('a change of anything but the date leaves a task in its place', () => {
  const rows = ['a', 'b', 'c'].map(id => task(id, { completed: true, title: 'Café' }));
  const ids = (queue: Operation[], list: Partial<TaskListed>) =>
    foldTasks(rows, queue, { ...LIST, ...list }).map(row => row.id);
  const reopen = op('task.update', { id: 'b', completed: false });
  expect(ids([reopen], { view: 'complete' })).toEqual(['a', 'b', 'c']);
  expect(ids([op('task.update', { id: 'b', title: 'Tea' })], { find: 'caf' })).toEqual(['a', 'b', 'c']);
  // The server finds letters without their accents.
  const later = op('task.update', { id: 'b', dueDate: due('2026-11-29') });
  expect(ids([later], { view: 'all', find: 'cafe' })).toEqual(['a', 'c', 'b']);
});

test('a task on two pages, which moved in between, shows once', () => {
  const rows = [task('a', { dueDate: due('2026-11-23') }), task('b', { dueDate: due('2026-11-24') })];
  const twice = [...rows, task('a', { dueDate: due('2026-11-29') })];
  const queue = [op('task.update', { id: 'a', dueDate: due('2026-11-29') })];
  const list = { ...LIST, view: 'upcoming' } as const;
  expect(foldTasks(twice, queue, list).map(row => row.id)).toEqual(['a', 'b']);
});

test('a new task that the list has already moves like any other', () => {
  const create = op('task.create', { id: 'b', title: 'Bins', dueDate: due(TODAY) });
  const move = op('task.update', { id: 'b', dueDate: due('2026-11-29') });
  for (const rows of [[], [task('b')]]) {
    expect(foldTasks(rows, [create], LIST)).toHaveLength(1);
    expect(foldTasks(rows, [create, move], LIST)).toEqual([]);
  }
  expect(foldTasks([task('b')], [move], LIST)).toEqual([]);
});

test('a new task stands on the lists of the people it is for', () => {
  const queue = [op('task.create', { id: 'b', title: 'Bins', dueDate: due(TODAY), assignees: ['ben'] })];
  const isOn = (source: TaskListed['source']) => foldTasks([], queue, { ...LIST, source }).length === 1;
  expect(isOn('mine')).toBe(false);
  expect(isOn('managed')).toBe(true);
  expect(isOn({ memberId: 'ben' })).toBe(true);
  expect(isOn({ memberId: 'cleo' })).toBe(false);
});

test('changes apply in order; a deletion that is undone leaves the row as it was', () => {
  const rows = [task('a', { title: 'Bins' }), task('b')];
  const queue = [
    op('task.update', { id: 'a', title: 'Green bins' }),
    op('task.update', { id: 'a', completed: true, title: 'Blue bins' }),
    op('task.delete', { id: 'b' }),
  ];
  expect(foldTasks(rows, queue, LIST)).toMatchObject([{ id: 'a', title: 'Blue bins', completed: true }]);
  expect(foldTasks(rows, [...queue, op('task.restore', { id: 'b' })], LIST)[1]).toEqual(rows[1]);
});

test('what is made and changed in the queue is one row, and what is deleted there is none', () => {
  const create = op('task.create', { id: 'a', title: 'Bins', dueDate: due(TODAY) });
  const tomorrow = op('task.update', { id: 'a', title: 'Green bins', dueDate: due('2026-11-23') });
  expect(foldTasks([], [create, tomorrow], LIST)).toEqual([]);
  expect(foldTasks([], [create, tomorrow], { ...LIST, view: 'upcoming' })[0]?.title).toBe('Green bins');
  expect(foldTasks([], [create, op('task.delete', { id: 'a' })], LIST)).toEqual([]);
  // The list has it already: its answer overtook the verdict.
  expect(foldTasks([task('a', { title: 'Bins' })], [create], LIST)).toHaveLength(1);
});

test('people are added and removed one by one, and only names that are known show', () => {
  const ben = { id: 'ben', username: 'Ben' };
  const rows = [task('a', { assignees: [ben] })];
  const queue = [op('task.assign', { id: 'a', add: ['ana', 'cleo'], remove: ['ben'] })];
  expect(foldTasks(rows, queue, LIST)[0]?.assignees).toEqual([ME]);
  expect(
    foldTasks(rows, [...queue, op('task.assign', { id: 'a', remove: ['ana'] })], LIST)[0]?.assignees,
  ).toEqual([]);
  const cleo = { id: 'cleo', username: 'Cleo' };
  const dora = { id: 'dora', username: 'Dora' };
  const people = [dora, cleo];
  const known = { ...op('task.assign', { id: 'a', add: ['dora', 'cleo', 'emil'] }), people };
  expect(foldTasks(rows, [known as Operation], LIST)[0]?.assignees).toEqual([ben, dora, cleo]);
  const input = { id: 'n', title: 'New', dueDate: due(TODAY), assignees: ['dora', 'emil', 'cleo'] };
  const made = { ...op('task.create', input), people };
  const managed = { ...LIST, source: 'managed' } as const;
  expect(foldTasks([], [made as Operation], managed)[0]?.assignees).toEqual([dora, cleo]);
});

test('an undone skip shows the former date, and what may be skipped to comes from the server', () => {
  const may = { edit: true, assign: true, delete: true, skip: true };
  const rows = [task('a', { dueDate: '2026-11-29T08:30:00.000Z', skipTo: '2026-12-06', may })];
  const [undone] = foldTasks(
    rows,
    [op('task.undoSkip', { id: 'a', dueDate: '2026-11-22T08:30:00.000Z' })],
    LIST,
  );
  expect(undone).toMatchObject({ dueDate: '2026-11-22T08:30:00.000Z', skipTo: null, may: { skip: false } });
});

test('a skipped task moves to the date it was offered, and never back', () => {
  const may = { edit: true, assign: true, delete: true, skip: true };
  const rows = [task('a', { dueDate: '2026-11-22T08:30:00.000Z', skipTo: '2026-11-29', may })];
  const queue = [op('task.skip', { id: 'a', to: '2026-11-29' })];
  const [skipped] = foldTasks(rows, queue, { ...LIST, view: 'all' });
  expect(skipped).toMatchObject({ dueDate: '2026-11-29T08:30:00.000Z', skipTo: null, may: { skip: false } });
  // The list has it already, and offers the date after it.
  const newer = [task('a', { dueDate: '2026-11-29T08:30:00.000Z', skipTo: '2026-12-06', may })];
  expect(foldTasks(newer, queue, LIST)).toEqual(newer);
  expect(foldTasks(rows, [op('task.skip', { id: 'a' })], LIST)).toEqual(rows);
});

test('a thread that is started shows at once, or continues the thread with that person', () => {
  const start = (id: string, person: string, message: string) => ({
    ...op('chat.start', { id, users: [person], message }),
    started: {
      with: { id: person, username: person, email: `${person}@example.com` },
      messageId: `first ${id}`,
    },
  });
  const thread = (id: string, other: string) => ({
    ...{ id, with: { id: other }, lastMessage: id, timestamp: 1, lastSequence: 7, unread: 2 },
  });
  const rows = [thread('one', 'ben'), thread('two', 'cleo')];
  const queue = [
    start('x', 'cleo', 'Hello Cleo'),
    start('y', 'dora', 'Hello Dora'),
    start('z', 'dora', 'And'),
  ];
  expect(foldThreads(rows, queue).map(({ id, lastMessage }) => [id, lastMessage])).toEqual([
    ['y', 'And'],
    ['two', 'Hello Cleo'],
    ['one', 'one'],
  ]);
  expect(foldThreads(rows, queue)[0]).toMatchObject({ with: { username: 'dora' }, may: { send: true } });
  expect(sentInto('two', [], queue, 'cleo').map(({ id, text }) => [id, text])).toEqual([
    ['first x', 'Hello Cleo'],
  ]);
  expect(sentInto('y', [{ id: 'first y' }], queue, 'dora').map(({ text }) => text)).toEqual(['And']);
  expect([...marksOf(queue)].map(([id]) => id)).toEqual(['first x', 'first y', 'first z']);
});

test('groceries: a count is not taken from a response that may contain an adjustment on its way', () => {
  const [milk, bread] = [item('milk', { count: 2 }), item('bread', { count: 7 })];
  const contained = [op('grocery.adjust', { id: 'milk', by: 1 })];
  const uncertain = [
    op('grocery.create', { id: 'eggs', name: 'Eggs', count: 6 }),
    ...['milk', 'eggs', 'tea'].map(id => op('grocery.adjust', { id, by: 1 })),
  ];
  const rows = [
    item('milk', { count: 4 }),
    { ...bread, count: 9 },
    item('eggs', { count: 7 }),
    item('tea', { count: 5 }),
  ];
  const counts = (list: readonly ItemRow[]) => list.map(({ count }) => count);
  const known = withKnownCounts(rows, [milk, bread], contained, uncertain);
  expect(counts(known)).toEqual([3, 9, 6, 5]);
  expect(counts(foldItems(known, uncertain, ME))).toEqual([9, 7, 4, 6]);
  expect(withKnownCounts(rows, [milk, bread], contained, [])).toBe(rows);
});

test('groceries: what is added, counted, priced, ticked off and removed shows, in the order of the list', () => {
  const rows = [item('milk'), item('bread', { count: 2 })];
  const queue = [
    op('grocery.create', { id: 'eggs', name: 'Eggs', count: '12', price: '1.005' }),
    op('grocery.update', { id: 'bread', purchased: true }),
    op('grocery.adjust', { id: 'milk', by: -3 }),
    op('grocery.adjust', { id: 'milk', by: 1 }),
    op('grocery.adjust', { id: 'milk', by: 1 }),
    op('grocery.update', { id: 'milk', price: 'much' }),
    op('grocery.update', { id: 'eggs', name: 'Ten eggs' }),
  ];
  const folded = foldItems(rows, queue, ME);
  expect(folded.map(({ id, count, price, purchased }) => [id, count, price, purchased])).toEqual([
    ['milk', 3, 0, false],
    ['eggs', 12, 1.01, false],
    ['bread', 2, 0, true],
  ]);
  expect(folded.find(({ id }) => id === 'eggs')).toMatchObject({ name: 'Ten eggs', addedBy: ME });
  expect(foldItems(rows, [op('grocery.delete', { id: 'milk' })], ME).map(({ id }) => id)).toEqual(['bread']);
});

test('groceries: a section is set, changed and removed, and white space is none', () => {
  const rows = [item('milk', { section: 'Dairy' }), item('bread')];
  const queue = [
    op('grocery.create', { id: 'eggs', name: 'Eggs', section: 'Dairy' }),
    op('grocery.create', { id: 'salt', name: 'Salt', section: ' ' }),
    op('grocery.update', { id: 'milk', section: null }),
    op('grocery.update', { id: 'bread', section: 'Bakery', was: { section: null } }),
    op('grocery.update', { id: 'bread', count: 2 }),
  ];
  const sections = Object.fromEntries(foldItems(rows, queue, ME).map(({ id, section }) => [id, section]));
  expect(sections).toEqual({ milk: null, bread: 'Bakery', eggs: 'Dairy', salt: null });
});

test('groceries: clearing the cart removes what it names if that is still in the cart', () => {
  const inCart = { purchased: true };
  const rows = [item('milk', inCart), item('eggs', inCart), item('tea', inCart), item('bread')];
  const left = (operations: readonly Operation[]) => foldItems(rows, operations, ME).map(({ id }) => id);
  expect(left([op('grocery.clearCart', {})])).toEqual(['bread']);
  const clear = op('grocery.clearCart', { ids: ['milk', 'eggs', 'bread', 'gone'] });
  expect(left([clear])).toEqual(['bread', 'tea']);
  expect(left([op('grocery.update', { id: 'eggs', purchased: false }), clear])).toEqual([
    'bread',
    'eggs',
    'tea',
  ]);
  expect(left([clear, op('grocery.create', { id: 'milk', name: 'Milk' })])).toEqual(['bread', 'milk', 'tea']);
  expect([...marksOf([clear])]).toEqual([]);
});

test('groceries: what is restored is in its place, whether its removal waits or has landed', () => {
  const rows = ['milk', 'eggs', 'tea'].map(id => item(id));
  const [, eggs] = rows;
  const restore = op('grocery.restore', { id: 'eggs' }, { removed: eggs });
  const shown = (list: typeof rows, operations: readonly Operation[]) =>
    foldItems(list, operations, ME).map(({ id }) => id);
  const inPlace = shown(rows, []);
  const landed = rows.filter(({ id }) => id !== 'eggs');
  expect(shown(rows, [op('grocery.delete', { id: 'eggs' }), restore])).toEqual(inPlace);
  expect(shown(landed, [restore])).toEqual(inPlace);
  expect(shown(rows, [restore])).toEqual(inPlace);
  expect(shown(landed, [op('grocery.restore', { id: 'eggs' })])).toEqual(['milk', 'tea']);
  expect(foldItems(landed, [restore], { id: 'ben', username: 'Ben' })).toContainEqual(eggs);
});

test('what is in the cart comes last, and the rest as it was added', () => {
  const first = '2026-01-01T00:00:00.000Z';
  const later = '2026-01-02T00:00:00.000Z';
  const items = [
    item('d', { purchased: true, createdAt: first }),
    item('c', { createdAt: later }),
    item('b', { createdAt: first }),
    item('a', { createdAt: first }),
  ];
  expect(inOrder(items).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  // The list that was given belongs to the cache.
  expect(items.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
});

test('messages: what was written, changed, taken back and read', () => {
  const message = (id: string) => ({
    id,
    message: id,
    timestamp: 1,
    editedAt: null,
    deleted: false,
    may: { edit: true, delete: true },
  });
  const queue = [
    op('chat.send', { id: 'x', conversationId: 'ben', message: 'one' }),
    op('chat.send', { id: 'y', conversationId: 'cleo', message: 'two' }),
    op('chat.send', { id: 'z', conversationId: 'ben', message: 'three' }),
    op('chat.edit', { id: 'a', message: 'better' }),
    op('chat.edit', { id: 'z', message: 'four' }),
    op('chat.delete', { id: 'b' }),
    op('chat.markRead', { conversationId: 'dora', sequence: 7 }),
  ];
  const [a, b] = foldMessages([message('a'), message('b')], queue);
  expect(a).toMatchObject({ message: 'better', deleted: false });
  expect(b).toMatchObject({ message: '', deleted: true, may: { edit: false } });
  expect(sentInto('ben', [], queue).map(({ text }) => text)).toEqual(['one', 'four']);
  expect(sentInto('ben', [{ id: 'x' }], queue).map(({ text }) => text)).toEqual(['four']);
  const thread = (id: string) => ({ id, lastMessage: id, timestamp: 1, lastSequence: 7, unread: 2 });
  const threads = foldThreads(['dora', 'cleo', 'ben'].map(thread), queue);
  expect(threads.map(({ id, lastMessage, unread }) => [id, lastMessage, unread])).toEqual([
    ['ben', 'three', 2],
    ['cleo', 'two', 2],
    ['dora', 'dora', 0],
  ]);
  expect(foldUnread([{ conversationId: 'dora' }, { conversationId: 'ben' }], queue)).toEqual([
    { conversationId: 'ben' },
  ]);
});

test('an operation leaves only a list that was not requested before its verdict arrived', () => {
  const update = op('task.update', { id: 'a', completed: true }, { landedAt: 100 });
  expect(onList([update], 99)).toEqual([update]);
  expect(onList([update], 100)).toEqual([]);
  expect(onList([update], 101)).toEqual([]);
});

test('of what was refused only what adds a row stays, and both are marked', () => {
  const create = op('grocery.create', { id: 'a', name: 'Milk' }, { refusal: 'No' });
  const update = op('grocery.update', { id: 'b', purchased: true }, { refusal: 'No' });
  const waiting = op('grocery.update', { id: 'c', purchased: true });
  const landed = op('grocery.update', { id: 'd', purchased: true }, { landedAt: 1 });
  const queue = [create, update, waiting, landed, op('grocery.update', { id: 'b', count: 2 })];
  expect(onList(queue, 0)).toEqual([create, waiting, landed, queue[4]]);
  expect([...marksOf(queue)]).toEqual([
    ['a', 'refused'],
    ['b', 'refused'],
    ['c', 'waiting'],
  ]);
});

const ids = ['a', 'b', 'c', 'd', 'e'];
const id = fc.constantFrom(...ids);
const people = fc.uniqueArray(fc.constantFrom('ana', 'ben', 'cleo'));
const anyOperation = fc.oneof(
  fc.record({ id, name: fc.string(), count: fc.integer() }).map(input => op('grocery.create', input)),
  fc.record({ id, purchased: fc.boolean() }).map(input => op('grocery.update', input)),
  fc.record({ id, count: fc.integer() }).map(input => op('grocery.update', input)),
  fc.record({ id, by: fc.integer({ min: -5, max: 5 }) }).map(input => op('grocery.adjust', input)),
  id.map(one => op('grocery.delete', { id: one })),
  fc.uniqueArray(id).map(some => op('grocery.clearCart', { ids: some })),
  fc.record({ id, section: fc.constantFrom(null, 'Dairy') }).map(input => op('grocery.update', input)),
  fc.record({ id, title: fc.string() }).map(input => op('task.create', { ...input, dueDate: due(TODAY) })),
  fc.record({ id, completed: fc.boolean() }).map(input => op('task.update', input)),
  id.map(one => op('task.delete', { id: one })),
  fc.record({ id, add: people, remove: people }).map(input => op('task.assign', input)),
  fc
    .record({ id, to: fc.constantFrom('2026-11-22', '2026-11-24', '2026-11-30') })
    .map(input => op('task.skip', input)),
  id.map(one => op('task.undoSkip', { id: one, dueDate: due('2026-11-23') })),
);
const queue = fc.array(anyOperation, { maxLength: 20 });
const stored = fc.uniqueArray(id);

/**
 * Changes that a list may have already. An adjusted count is left out: it adds. So is the clearing of a cart: it names what
 * is in the cart, and not what a later change puts there.
 */
const REPEATABLE = /\.(update|delete|assign|skip)$/;

test('folding twice is folding once: an answer that has the changes already shows the same', () => {
  fc.assert(
    fc.property(stored, queue, (rows, operations) => {
      const changes = operations.filter(({ path }) => REPEATABLE.test(path));
      const items = foldItems(
        rows.map(one => item(one)),
        changes,
        ME,
      );
      expect(foldItems(items, changes, ME)).toEqual(items);
      const tasks = foldTasks(
        rows.map(one => task(one)),
        changes,
        LIST,
      );
      expect(foldTasks(tasks, changes, LIST)).toEqual(tasks);
    }),
  );
});

test('a queue in two parts is the queue: the order is that in which it was made', () => {
  fc.assert(
    fc.property(stored, queue, fc.nat(20), (rows, operations, at) => {
      const items = rows.map(one => item(one));
      const [first, second] = [operations.slice(0, at), operations.slice(at)];
      expect(foldItems(foldItems(items, first, ME), second, ME)).toEqual(foldItems(items, operations, ME));
    }),
  );
});

test('no row shows twice, no deleted row shows, and what others have on the list stays', () => {
  fc.assert(
    fc.property(stored, queue, (rows, operations) => {
      const folded = foldTasks(
        rows.map(one => task(one)),
        operations,
        LIST,
      ).map(row => row.id);
      expect(new Set(folded).size).toBe(folded.length);
      const touched = new Set(operations.map(({ input }) => ('id' in input ? input.id : '')));
      for (const row of rows) if (!touched.has(row)) expect(folded).toContain(row);
      const last = operations.findLast(({ path }) => path.startsWith('task.'));
      if (last?.path === 'task.delete') expect(folded).not.toContain(last.input.id);
    }),
  );
});

const startedThread = fc
  .record({ id, other: id, message: fc.string() })
  .map(({ id: thread, other, message }) => ({
    ...op('chat.start', { id: `new ${thread} ${made}`, users: [other], message }),
    started: { with: { id: other, username: other, email: '' }, messageId: `first ${made}` },
  }));
const anyMessage = fc.oneof(
  startedThread,
  fc.record({ id: fc.uuid(), conversationId: id, message: fc.string() }).map(input => op('chat.send', input)),
  id.map(conversationId => op('chat.markRead', { conversationId, sequence: 9 })),
);

test('one thread for each person, and each message in one thread, however the queue is folded', () => {
  fc.assert(
    fc.property(stored, fc.array(anyMessage, { maxLength: 20 }), (people, operations) => {
      const rows = people.map(one => ({
        ...{ id: one, with: { id: one }, lastMessage: '', timestamp: 0, lastSequence: 7, unread: 1 },
      }));
      const threads = foldThreads(rows, operations);
      const others = threads.map(thread => thread.with?.id);
      expect(new Set(others).size).toBe(others.length);
      expect(foldThreads(threads, operations)).toEqual(threads);
      const shown = threads.flatMap(thread => sentInto(thread.id, [], operations, thread.with?.id));
      expect(new Set(shown.map(message => message.op)).size).toBe(shown.length);
      const started = operations.filter(({ path }) => path === 'chat.start');
      for (const { op: name } of started) expect(shown.map(message => message.op)).toContain(name);
    }),
  );
});

test('a task that was completed offers no skip, which the server would refuse', () => {
  const offered = task('a', { skipTo: '2026-11-30' });
  const row = { ...offered, may: { ...offered.may, skip: true } };
  const [done] = foldTasks([row], [op('task.update', { id: 'a', completed: true })], LIST);
  expect(done).toMatchObject({ completed: true, skipTo: null, may: { edit: true, skip: false } });
});

test('completing a task shows who did it and when, and reopening it shows neither', () => {
  const done = op('task.update', { id: 'a', completed: true });
  const [row] = foldTasks([task('a')], [done], LIST);
  expect(row).toMatchObject({ completedAt: new Date(done.at).toISOString(), completedBy: ME });
  const by = {
    completed: true,
    completedAt: '2026-11-22T08:00:00.000Z',
    completedBy: { id: 'ben', username: 'Ben' },
  };
  const again = op('task.update', { id: 'a', completed: true });
  expect(foldTasks([task('a', by)], [again], LIST)).toMatchObject([by]);
  const [open] = foldTasks([task('a', by)], [op('task.update', { id: 'a', completed: false })], LIST);
  expect(open).toMatchObject({ completed: false, completedAt: null, completedBy: null });
});
