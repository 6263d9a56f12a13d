import { expect, test } from 'vitest';
import { admin, type Browser, idOf, member, testWorld, type World } from '../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const ABSENT = { code: 'NOT_FOUND', message: 'Item not found' };

async function names(browser: Browser): Promise<string[]> {
  return (await browser.call.grocery.list()).map(item => item.name);
}

/** What each has been told since: everyone is ticked once more, so that reading never waits. */
async function listen(world: World, browsers: Browser[]) {
  const ids = await Promise.all(browsers.map(idOf));
  const ears = ids.map(id => world.events.open(id)[Symbol.asyncIterator]());
  return async function heard() {
    world.events.tick('session', ids);
    const told = await Promise.all(ears.map(ear => ear.next()));
    return told.map(({ value }) => value?.filter((topic: string) => topic !== 'session'));
  };
}

test('an item is stored as sent, with its creator and the defaults of the dialog', async () => {
  const ana = await testWorld().person('Ana');
  const me = await idOf(ana);
  const made = await ana.call.grocery.create({ name: ' Crème 🧀 ', count: 2, price: 3.49 });
  expect(made).toEqual({
    id: expect.any(String),
    userId: me,
    addedBy: { id: me, username: 'Ana' },
    name: ' Crème 🧀 ',
    count: 2,
    price: 3.49,
    purchased: false,
    section: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(await ana.call.grocery.create({ name: 'Milk' })).toMatchObject({ count: 1, price: 0 });
  expect(await ana.call.grocery.list()).toHaveLength(2);
  expect((await ana.call.grocery.list())[0]).toEqual(made);
});

test('what is still to buy stands first, both in the order they were added', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const ids = [];
  for (const name of ['Milk', 'Bread', 'Salt', 'Eggs']) {
    ids.push((await ana.call.grocery.create({ name })).id);
    world.advance(1);
  }
  const [milk = '', , salt = ''] = ids;
  expect(await ana.call.grocery.update({ id: salt, purchased: true })).toMatchObject({ purchased: true });
  await ana.call.grocery.update({ id: milk, purchased: true });
  expect(await names(ana)).toEqual(['Bread', 'Eggs', 'Milk', 'Salt']);
  await ana.call.grocery.update({ id: milk, purchased: false });
  expect(await names(ana)).toEqual(['Milk', 'Bread', 'Eggs', 'Salt']);
});

test('the list belongs to the household: its head and its members see and change all of it', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const { id } = await ana.call.grocery.create({ name: 'Milk' });
  const seen = { id, addedBy: { id: await idOf(ana), username: 'Ana' } };
  expect(await boss.call.grocery.list()).toMatchObject([seen]);
  expect(await ben.call.grocery.update({ id, name: 'Oat milk', count: 3, price: '2.5' })).toMatchObject({
    ...seen,
    name: 'Oat milk',
    count: 3,
    price: 2.5,
  });
  expect(await boss.call.grocery.delete({ id })).toEqual({ id });
  expect(await names(ana)).toEqual([]);
  await expect(ben.call.grocery.delete({ id })).rejects.toMatchObject(ABSENT);
});

test("another household's item is not found, also by an Admin and by a member who leads a household", async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const lead = await member(world, boss, 'Lead', { roles: ['Manager', 'Employee'] });
  const root = await admin(world, 'Root');
  const strangers = [lead, root, await world.person('Zoe'), await world.person('Other', 'Manager')];
  const { id } = await boss.call.grocery.create({ name: 'Milk' });
  for (const stranger of strangers) {
    expect(await names(stranger)).toEqual([]);
    await expect(stranger.call.grocery.update({ id, name: 'Mine' })).rejects.toMatchObject(ABSENT);
    await expect(stranger.call.grocery.delete({ id })).rejects.toMatchObject(ABSENT);
    await stranger.call.grocery.create({ name: 'Own' });
  }
  await expect(boss.call.grocery.update({ id: 'no-such-item', count: 1 })).rejects.toMatchObject(ABSENT);
  expect(await names(boss)).toEqual(['Milk']);
});

test('without signing in nothing of a list is reached', async () => {
  const { call } = testWorld().browser();
  const refused = { code: 'UNAUTHORIZED', message: 'Please log in' };
  await expect(call.grocery.list()).rejects.toMatchObject(refused);
  await expect(call.grocery.create({ name: 'Milk' })).rejects.toMatchObject(refused);
  await expect(call.grocery.update({ id: ID })).rejects.toMatchObject(refused);
  await expect(call.grocery.delete({ id: ID })).rejects.toMatchObject(refused);
});

test.each([
  [{ name: '' }, 'Name is required'],
  [{ name: ' \n' }, 'Name is required'],
  [{}, 'Name is required'],
  [{ name: 'x'.repeat(121) }, 'Name is too long: at most 120'],
  [{ name: 'nul\0' }, 'Name contains characters that cannot be stored'],
  [{ name: 'Milk', price: -0.01 }, 'Price must not be negative'],
  [{ name: 'Milk', price: 1_000_000.01 }, 'Price must be at most 1000000'],
  [{ name: 'Milk', price: 'cheap' }, 'Price must be a number'],
  [{ name: 'Milk', price: '' }, 'Price must be a number'],
  [{ name: 'Milk', price: Number.NaN }, 'Price must be a number'],
  [{ name: 'Milk', price: null }, 'Price must be a number'],
  [{ name: 'Milk', count: 1_000_001 }, 'Count must be at most 1000000'],
  [{ name: 'Milk', id: 'mine' }, 'Id must be a version 7 UUID'],
])('%j is refused: %s', async (input, message) => {
  const ana = await testWorld().person('Ana');
  const refused = { code: 'BAD_REQUEST', message };
  await expect(ana.call.grocery.create(input as { name: string })).rejects.toMatchObject(refused);
  if ('name' in input && !('id' in input)) {
    const { id } = await ana.call.grocery.create({ name: 'Kept' });
    await expect(ana.call.grocery.update({ ...(input as object), id })).rejects.toMatchObject(refused);
  }
  expect((await names(ana)).filter(name => name !== 'Kept')).toEqual([]);
});

test('a change needs an id, and purchased is true or false', async () => {
  const ana = await testWorld().person('Ana');
  const { update, delete: remove } = ana.call.grocery;
  await expect(update({ id: '' })).rejects.toMatchObject({ message: 'Id is required' });
  await expect(remove({} as { id: string })).rejects.toMatchObject({ message: 'Id is required' });
  const typed = { id: ID, purchased: 'yes' as unknown as boolean };
  await expect(update(typed)).rejects.toMatchObject({ message: 'Purchased must be a boolean' });
});

test.each<[unknown, number]>([
  [3, 3],
  ['4', 4],
  [2.9, 2],
  ['2.9', 2],
  [0, 1],
  [-5, 1],
  ['', 1],
  ['many', 1],
  [null, 1],
  [Number.NaN, 1],
  [[7], 1],
  [true, 1],
  [1_000_000, 1_000_000],
])('a count of %j is kept as %d, at creation and in a change', async (typed, kept) => {
  const ana = await testWorld().person('Ana');
  const count = typed as number;
  expect(await ana.call.grocery.create({ name: 'Milk', count })).toMatchObject({ count: kept });
  const { id } = await ana.call.grocery.create({ name: 'Eggs', count: 12 });
  expect(await ana.call.grocery.update({ id, count })).toMatchObject({ count: kept });
});

test.each<[number | string, number]>([
  [0, 0],
  [19.99, 19.99],
  ['3', 3],
  ['3.5', 3.5],
  [0.1 + 0.2, 0.3],
  [1.005, 1.01],
  [1_000_000, 1_000_000],
])('a price of %j is kept as %d', async (typed, kept) => {
  const ana = await testWorld().person('Ana');
  const { id, price } = await ana.call.grocery.create({ name: 'Milk', price: typed });
  expect(price).toBe(kept);
  expect(await ana.call.grocery.update({ id, price: typed })).toMatchObject({ price: kept });
});

test.each<[string | null, string | null]>([
  ['Dairy', 'Dairy'],
  [' Käse 🧀', ' Käse 🧀'],
  ['', null],
  [' \n', null],
  [null, null],
])('a section of %j is kept as %j, at creation and in a change', async (typed, kept) => {
  const ana = await testWorld().person('Ana');
  expect(await ana.call.grocery.create({ name: 'Milk', section: typed })).toMatchObject({ section: kept });
  const { id } = await ana.call.grocery.create({ name: 'Eggs', section: 'Farm' });
  expect(await ana.call.grocery.update({ id, count: 2 })).toMatchObject({ section: 'Farm' });
  expect(await ana.call.grocery.update({ id, section: typed })).toMatchObject({ section: kept });
  await expect(ana.call.grocery.update({ id, section: 'x'.repeat(61) })).rejects.toMatchObject({
    message: 'Section is too long: at most 60',
  });
});

test('two people who change a section both have theirs: the last counts, and the other is offered', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const ana = await member(world, boss, 'Ana');
  const { id } = await boss.call.grocery.create({ name: 'Milk' });
  await boss.call.grocery.update({ id, section: 'Dairy', was: { section: null } });
  const saved = await ana.call.grocery.update({ id, section: 'Cold', was: { section: null } });
  const by = { id: await idOf(boss), username: 'Boss' };
  expect(saved).toMatchObject({ section: 'Cold', overwrote: [{ field: 'section', value: 'Dairy', by }] });
});

test('a change of one field leaves the others', async () => {
  const ana = await testWorld().person('Ana');
  const { id } = await ana.call.grocery.create({ name: 'Milk', count: 2, price: 1.2 });
  await ana.call.grocery.update({ id, purchased: true });
  expect(await ana.call.grocery.update({ id, name: 'Oats' })).toMatchObject({
    name: 'Oats',
    count: 2,
    price: 1.2,
    purchased: true,
  });
});

test('the same client-made id makes one item, and no one else can take it', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, zoe] = [await member(world, boss, 'Ana'), await world.person('Zoe')];
  const first = await ana.call.grocery.create({ id: ID, name: 'Once' });
  const five = await Promise.all(
    [1, 2, 3, 4, 5].map(() => ana.call.grocery.create({ id: ID, name: 'Twice' })),
  );
  expect(five).toEqual([first, first, first, first, first]);
  const taken = { code: 'CONFLICT', message: 'Id is in use' };
  await expect(zoe.call.grocery.create({ id: ID, name: 'Mine' })).rejects.toMatchObject(taken);
  await expect(boss.call.grocery.create({ id: ID, name: 'Mine' })).rejects.toMatchObject(taken);
  expect(await names(boss)).toEqual(['Once']);
});

test('each change is told to the household and to no one else; one that changes nothing to no one', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const lead = await member(world, boss, 'Lead', { roles: ['Manager'] });
  const root = await admin(world, 'Root');
  const heard = await listen(world, [boss, ana, ben, lead, root, await world.person('Zoe')]);
  const household = [['grocery'], ['grocery'], ['grocery'], [], [], []];
  const silence = [[], [], [], [], [], []];

  const { id } = await ana.call.grocery.create({ id: ID, name: 'Milk' });
  expect(await heard()).toEqual(household);
  await ana.call.grocery.create({ id: ID, name: 'Milk' });
  expect(await heard()).toEqual(silence);
  await boss.call.grocery.update({ id, count: 2 });
  expect(await heard()).toEqual(household);
  await boss.call.grocery.update({ id, name: 'Milk', count: 2, price: 0, purchased: false });
  expect(await heard()).toEqual(silence);
  await expect(ben.call.grocery.update({ id, price: -1 })).rejects.toThrow();
  expect(await heard()).toEqual(silence);
  await ben.call.grocery.delete({ id });
  expect(await heard()).toEqual(household);
  await lead.call.grocery.create({ name: 'Own' });
  expect(await heard()).toEqual([[], [], [], ['grocery'], [], []]);
});
