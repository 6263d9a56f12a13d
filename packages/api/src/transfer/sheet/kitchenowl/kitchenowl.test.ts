import { expect, test } from 'vitest';
import { admin, type Browser, idOf, member, testWorld, type World } from '../../../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000004';

function file(...items: unknown[]): string {
  return JSON.stringify({
    items,
    recipes: [{ name: 'Soup', items: [] }],
    expenses: [],
    member: ['ana'],
    shoppinglists: ['Default'],
  });
}

async function imported({ call }: Browser, table: string, id = ID) {
  const { count } = await call.sheet.preview({ kind: 'kitchenowl', table });
  return call.sheet.import({ kind: 'kitchenowl', table, id, count });
}

async function names({ call }: Browser, text: string): Promise<string[]> {
  return (await call.grocery.suggestions({ text })).map(({ name }) => name);
}

test('the items of a household are suggested in their sections, and none is on the list', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const table = file({ name: ' Milk ', category: 'Dairy', icon: 'milk' }, { name: 'Salt' });
  expect(await imported(ben, table)).toEqual({ count: 2 });
  expect(await ana.call.grocery.suggestions({ text: 'm' })).toEqual([
    { name: 'Milk', count: 1, price: 0, section: 'Dairy' },
  ]);
  expect(await ana.call.grocery.list()).toEqual([]);
  await ana.call.grocery.create({ name: 'salt', price: 2 });
  expect(await ana.call.grocery.suggestions({ text: 's' })).toMatchObject([{ name: 'salt', price: 2 }]);
  // The same import again makes nothing.
  expect(await ben.call.sheet.import({ kind: 'kitchenowl', table, id: ID, count: 2 })).toEqual({ count: 2 });
  expect(await ana.call.grocery.suggestions({ text: 's' })).toMatchObject([{ name: 'salt', price: 2 }]);
});

test('what the household knows already stays as it is, and a name counts once', async () => {
  const ana = await testWorld(undefined, { areCommitsSteady: true }).person('Ana');
  await ana.call.grocery.create({ name: 'Milk', price: 1.39, section: 'Cold' });
  const table = file({ name: 'MILK', category: 'Dairy' }, { name: 'Tea' }, { name: 'téa' }, { name: ' ' }, 7);
  const { count, items, refused } = await ana.call.sheet.preview({ kind: 'kitchenowl', table });
  expect([count, items.map(({ input }) => input.name)]).toEqual([1, ['Tea']]);
  expect(refused).toEqual([
    { line: 1, reason: 'MILK is suggested already' },
    { line: 3, reason: 'téa is suggested already' },
    { line: 4, reason: 'Name is required' },
    { line: 5, reason: 'This item cannot be read: it has no name' },
  ]);
  await imported(ana, table);
  expect(await ana.call.grocery.suggestions({ text: 'milk' })).toEqual([
    { name: 'Milk', count: 1, price: 1.39, section: 'Cold' },
  ]);
});

test('an undo forgets what was never on the list since', async () => {
  const ana = await testWorld(undefined, { areCommitsSteady: true }).person('Ana');
  await imported(ana, file({ name: 'Tomatoes' }, { name: 'Tofu' }));
  await ana.call.grocery.create({ name: 'Tofu' });
  expect(await names(ana, 'to')).toEqual(['Tofu', 'Tomatoes']);
  await ana.call.sheet.undo({ id: ID });
  expect(await names(ana, 'to')).toEqual(['Tofu']);
});

test('an undo forgets nothing in a household that the person has moved to since', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [root, boss, pat] = [
    await admin(world, 'Root'),
    await world.person('Boss', 'Manager'),
    await world.person('Pat', 'Manager'),
  ];
  const ana = await member(world, boss, 'Ana');
  const tofu = file({ name: 'Tofu' });
  await imported(ana, tofu);
  await imported(pat, tofu, '0198c0de-0000-7000-8000-000000000005');
  await root.call.member.move({ id: await idOf(ana), managerId: await idOf(pat) });
  await ana.call.sheet.undo({ id: ID });
  expect([await names(pat, 'tofu'), await names(boss, 'tofu')]).toEqual([['Tofu'], ['Tofu']]);
});

test('an import of more items than one slice suggests all of them, to this household only', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [ana, zoe] = [await world.person('Ana'), await world.person('Zoe')];
  await imported(ana, file(...Array.from({ length: 42 }, (_none, at) => ({ name: `Item ${at}` }))));
  expect(await names(ana, 'item 41')).toEqual(['Item 41']);
  expect(await names(zoe, 'item')).toEqual([]);
  await ana.call.sheet.undo({ id: ID });
  expect(await names(ana, 'item')).toEqual([]);
});

function numbered(count: number, from = 0): string {
  return file(...Array.from({ length: count }, (_none, at) => ({ name: `Item ${from + at}` })));
}

test('an export of more items than an import may have is refused with the number', async () => {
  const ana = await testWorld().person('Ana');
  await expect(ana.call.sheet.preview({ kind: 'kitchenowl', table: numbered(501) })).rejects.toThrow(
    'The export has 501 items. Import up to 500 at a time.',
  );
});

test('imports do not make a household keep more names than it may, and what was on the list is kept', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  await ana.call.grocery.create({ name: 'Milk' });
  for (const part of [0, 1, 2]) {
    await imported(ana, numbered(500, part * 500), ID.replace(/4$/, String(part)));
  }
  expect(world.db.$client.prepare('select count(*) from grocery_memory').pluck().get()).toBe(1_000);
  expect(await names(ana, 'milk')).toEqual(['Milk']);
});

test('an item that is added while the import runs stays as it was added', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  beforeSecondWrite(world, () => ana.call.grocery.create({ name: 'Item 41', price: 2 }));
  await imported(ana, numbered(42));
  expect(await ana.call.grocery.suggestions({ text: 'item 41' })).toMatchObject([{ price: 2 }]);
});

test('an import that fails in the middle suggests nothing', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  beforeSecondWrite(world, () => {
    throw new Error('the disk broke');
  });
  await expect(imported(ana, numbered(42))).rejects.toThrow();
  expect(await names(ana, 'item')).toEqual([]);
});

/** Acts once, before the second write of an import. Its error fails that write. */
function beforeSecondWrite({ commits }: World, act: () => unknown): void {
  const { run } = commits;
  let writes = 0;
  Object.assign(commits, {
    async run(write: () => unknown) {
      writes += 1;
      if (writes === 2) await act();
      return run(write);
    },
  });
}

test.each([['Milk'], ['[]'], ['{"items":{}}'], ['']])('%j is no export', async table => {
  const ana = await testWorld().person('Ana');
  await expect(ana.call.sheet.preview({ kind: 'kitchenowl', table })).rejects.toThrow(
    'This is no export of a household of KitchenOwl',
  );
});
