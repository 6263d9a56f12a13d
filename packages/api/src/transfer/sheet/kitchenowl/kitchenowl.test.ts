import { expect, test } from 'vitest';
import { type Browser, member, testWorld } from '../../../testing.ts';

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

test('an import of more items than one slice suggests all of them, to this household only', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [ana, zoe] = [await world.person('Ana'), await world.person('Zoe')];
  await imported(ana, file(...Array.from({ length: 42 }, (_none, at) => ({ name: `Item ${at}` }))));
  expect(await names(ana, 'item 41')).toEqual(['Item 41']);
  expect(await names(zoe, 'item')).toEqual([]);
  await ana.call.sheet.undo({ id: ID });
  expect(await names(ana, 'item')).toEqual([]);
});

test.each([['Milk'], ['[]'], ['{"items":{}}'], ['']])('%j is no export', async table => {
  const ana = await testWorld().person('Ana');
  await expect(ana.call.sheet.preview({ kind: 'kitchenowl', table })).rejects.toThrow(
    'This is no export of a household of KitchenOwl',
  );
});
