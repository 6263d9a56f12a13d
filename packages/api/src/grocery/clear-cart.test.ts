import { expect, test } from 'vitest';
import { type Browser, member, testWorld } from '../testing.ts';

async function add(browser: Browser, name: string, purchased = false): Promise<string> {
  const { id } = await browser.call.grocery.create({ name });
  if (purchased) await browser.call.grocery.update({ id, purchased });
  return id;
}

async function names(browser: Browser): Promise<string[]> {
  return (await browser.call.grocery.list()).map(item => item.name);
}

test('clearing the cart removes every item in it, of the household only, and remembers them', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const ana = await member(world, boss, 'Ana');
  const zoe = await world.person('Zoe');
  await add(boss, 'Milk', true);
  await add(ana, 'Eggs', true);
  await add(ana, 'Bread');
  await add(zoe, 'Tea', true);
  expect(await ana.call.grocery.clearCart()).toEqual({ cleared: 2 });
  expect(await names(boss)).toEqual(['Bread']);
  expect(await names(zoe)).toEqual(['Tea']);
  expect((await boss.call.grocery.suggestions()).map(item => item.name).sort()).toEqual([
    'Bread',
    'Eggs',
    'Milk',
  ]);
  expect(await ana.call.grocery.clearCart({})).toEqual({ cleared: 0 });
});

test('with ids only these are removed, and only if they are still in the cart of this household', async () => {
  const world = testWorld();
  const [ana, zoe] = [await world.person('Ana'), await world.person('Zoe')];
  const milk = await add(ana, 'Milk', true);
  const eggs = await add(ana, 'Eggs', true);
  const tea = await add(ana, 'Tea', true);
  const others = await add(zoe, 'Coffee', true);
  await ana.call.grocery.update({ id: eggs, purchased: false });
  expect(await ana.call.grocery.clearCart({ ids: [milk, eggs, others, 'gone'] })).toEqual({ cleared: 1 });
  expect(await names(ana)).toEqual(['Eggs', 'Tea']);
  expect(await names(zoe)).toEqual(['Coffee']);
  expect(await ana.call.grocery.clearCart({ ids: [milk] })).toEqual({ cleared: 0 });
  expect(await ana.call.grocery.clearCart({ ids: [] })).toEqual({ cleared: 0 });
  await ana.call.grocery.restore({ id: milk });
  await ana.call.grocery.update({ id: milk, purchased: false });
  expect(await ana.call.grocery.clearCart({ ids: [milk, tea] })).toEqual({ cleared: 1 });
  expect(await names(ana)).toEqual(['Milk', 'Eggs']);
  await expect(
    ana.call.grocery.clearCart({ ids: Array.from({ length: 1_001 }, () => milk) }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
