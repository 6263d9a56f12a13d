import { expect, test } from 'vitest';
import { type Browser, idOf, member, testWorld } from '../testing.ts';

async function suggested(browser: Browser, text?: string): Promise<string[]> {
  return (await browser.call.grocery.suggestions(text === undefined ? undefined : { text })).map(
    item => item.name,
  );
}

test('names that differ in spelling alone are one item', async () => {
  const ana = await testWorld().person('Ana');
  for (const name of ['Weißbrot', 'Weissbrot']) await ana.call.grocery.create({ name });
  expect(await suggested(ana, 'weissb')).toEqual(['Weissbrot']);
  expect(await suggested(ana, 'weiß')).toEqual(['Weissbrot']);
});

test('an item is suggested as it last was, also after it was removed', async () => {
  const ana = await testWorld().person('Ana');
  const { id } = await ana.call.grocery.create({ name: 'Milk', count: 2, price: 1.39, section: 'Dairy' });
  const before = { name: 'Milk', count: 2, price: 1.39, section: 'Dairy' };
  expect(await ana.call.grocery.suggestions()).toEqual([before]);
  await ana.call.grocery.update({ id, price: 1.49 });
  await ana.call.grocery.adjust({ id, by: 1 });
  await ana.call.grocery.delete({ id });
  expect(await ana.call.grocery.suggestions({ text: 'MI' })).toEqual([{ ...before, count: 3, price: 1.49 }]);
  await ana.call.grocery.create({ name: ' mílk', price: 2 });
  expect(await ana.call.grocery.suggestions({ text: 'mi' })).toEqual([
    { name: ' mílk', count: 1, price: 2, section: null },
  ]);
});

test('names that begin with the text come first, then those with such a word; more often bought is earlier', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (const name of [
    'Mint tea',
    'Oat milk',
    'Milk',
    'Oat milk',
    'Milk',
    'Salmon',
    'Oat milk',
    'Minced beef',
  ]) {
    await ana.call.grocery.create({ name });
    world.advance(1);
  }
  expect(await suggested(ana, 'mi')).toEqual(['Milk', 'Minced beef', 'Mint tea', 'Oat milk']);
  expect(await suggested(ana, 'lk')).toEqual([]);
  expect(await suggested(ana, '%')).toEqual([]);
  expect(await suggested(ana, 'oat  MILK')).toEqual(['Oat milk']);
  expect(await suggested(ana)).toEqual(['Oat milk', 'Milk', 'Minced beef', 'Salmon', 'Mint tea']);
});

test('there are at most eight with a text and 40 without, and a longer text than a name is refused', async () => {
  const ana = await testWorld().person('Ana');
  for (let number = 0; number < 42; number += 1) await ana.call.grocery.create({ name: `Item ${number}` });
  expect(await suggested(ana, 'item')).toHaveLength(8);
  expect(await suggested(ana)).toHaveLength(40);
  await expect(ana.call.grocery.suggestions({ text: 'x'.repeat(121) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('too long: at most 120'),
  });
});

test('a household sees what it has bought, and no other household does', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const zoe = await world.person('Zoe', 'Manager');
  await ana.call.grocery.create({ name: 'Milk' });
  for (const one of [ana, ben, boss]) expect(await suggested(one)).toEqual(['Milk']);
  expect(await suggested(zoe)).toEqual([]);
  await expect(world.browser().call.grocery.suggestions()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('what was bought goes with the list when a household is handed over', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const { id } = await ben.call.grocery.create({ name: 'Milk', price: 2 });
  await ben.call.grocery.delete({ id });
  await boss.call.member.handOver({ to: await idOf(ana) });
  for (const one of [ana, ben, boss]) expect(await suggested(one)).toEqual(['Milk']);
});

test('items of an imported table have their sections and are suggested', async () => {
  const ana = await testWorld().person('Ana');
  const table = 'name,price,aisle\nMilk,1.39,Dairy\nSalt,0.5, ';
  await ana.call.sheet.import({
    kind: 'groceries',
    table,
    id: '0198c0de-0000-7000-8000-000000000001',
    count: 2,
  });
  const sections = (await ana.call.grocery.list()).map(({ name, section }) => [name, section]);
  expect(sections.sort()).toEqual([
    ['Milk', 'Dairy'],
    ['Salt', null],
  ]);
  expect(await ana.call.grocery.suggestions({ text: 'milk' })).toMatchObject([
    { price: 1.39, section: 'Dairy' },
  ]);
});

test('a household keeps its latest thousand names, and forgets the oldest', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await ana.call.grocery.create({ name: 'Item 0' });
  world.db.$client.exec(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 999)
    insert into grocery_memory (household_id, key, name, count, price_cents, section, times, used_at)
    select household_id, 'item ' || i, 'Item ' || i, count, price_cents, section, times, used_at + i
    from grocery_memory, n`);
  expect(await suggested(ana, 'Item 0')).toEqual(['Item 0']);
  world.advance(1_000);
  await ana.call.grocery.create({ name: 'Item 1000' });
  expect(world.db.$client.prepare('select count(*) from grocery_memory').pluck().get()).toBe(1_000);
  expect(await suggested(ana, 'Item 0')).toEqual([]);
  expect(await suggested(ana, 'Item 1000')).toEqual(['Item 1000']);
});
