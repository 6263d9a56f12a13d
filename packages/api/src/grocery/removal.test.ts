import { expect, test } from 'vitest';
import { type Browser, idOf, member, testWorld } from '../testing.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const missing = { code: 'NOT_FOUND', message: 'Item not found' };

async function household() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const zoe = await world.person('Zoe', 'Manager');
  const milk = await ana.call.grocery.create({ name: 'Milk', count: 2, price: 1.39, section: 'Dairy' });
  return { world, ana, ben, zoe, milk };
}

async function deletedBy(browser: Browser): Promise<string[]> {
  return (await browser.call.grocery.deleted()).items.map(one => one.name);
}

test('a removed item is found and restored by the household, as it was, and by no one else', async () => {
  const { ana, ben, zoe, milk } = await household();
  await expect(ben.call.grocery.restore({ id: milk.id })).rejects.toMatchObject(missing);
  await ben.call.grocery.delete({ id: milk.id });
  const { items, nextCursor } = await ana.call.grocery.deleted();
  expect(nextCursor).toBeNull();
  expect(items).toEqual([
    {
      ...{ id: milk.id, name: 'Milk', count: 2, price: 1.39, purchased: false, section: 'Dairy' },
      deletedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      deletedBy: { id: await idOf(ben), username: 'Ben' },
      may: { restore: true },
    },
  ]);
  expect(await deletedBy(zoe)).toEqual([]);
  await expect(zoe.call.grocery.restore({ id: milk.id })).rejects.toMatchObject(missing);
  expect(await ana.call.grocery.restore({ id: milk.id })).toEqual(milk);
  expect(await ben.call.grocery.list()).toEqual([milk]);
  expect(await deletedBy(ana)).toEqual([]);
  await expect(ana.call.grocery.restore({ id: milk.id })).rejects.toMatchObject(missing);
});

test('what is cleared from the cart can be restored for 30 days', async () => {
  const { world, ana, milk } = await household();
  await ana.call.grocery.update({ id: milk.id, purchased: true });
  await ana.call.grocery.clearCart();
  const later = async (ms: number) => {
    world.db.$client.exec('update session set expires_at = 9e15, ends_at = 9e15');
    world.advance(ms);
    ana.held.accessToken = (await ana.call.auth.refresh()).accessToken;
  };
  await later(30 * DAY - MINUTE);
  expect(await deletedBy(ana)).toEqual(['Milk']);
  await later(2 * MINUTE);
  expect(await deletedBy(ana)).toEqual([]);
  await expect(ana.call.grocery.restore({ id: milk.id })).rejects.toMatchObject(missing);
});

test('a removed item does not come back by adding it again under its id, nor is the id free for others', async () => {
  const { ana, zoe } = await household();
  const input = { id: '0198c0de-0000-7000-8000-000000000001', name: 'Tea' };
  await ana.call.grocery.create(input);
  await ana.call.grocery.delete({ id: input.id });
  const taken = { code: 'CONFLICT', message: 'Id is in use' };
  await expect(zoe.call.grocery.create(input)).rejects.toMatchObject(taken);
  const removed = { code: 'CONFLICT', message: 'This item was deleted' };
  await expect(ana.call.grocery.create(input)).rejects.toMatchObject(removed);
  expect(await deletedBy(ana)).toEqual(['Tea']);
  expect((await ana.call.grocery.restore({ id: input.id })).name).toBe('Tea');
});

test('an item says who added it, who changed what, who ticked it off, removed and restored it', async () => {
  const { world, ana, ben, zoe, milk } = await household();
  const { id } = milk;
  const [anaIs, benIs] = [
    { id: await idOf(ana), username: 'Ana' },
    { id: await idOf(ben), username: 'Ben' },
  ];
  await ben.call.grocery.update({ id, name: 'Oat milk' });
  world.advance(1);
  await ben.call.grocery.adjust({ id, by: 2 });
  world.advance(1);
  await ben.call.grocery.update({ id, purchased: true });
  await ana.call.grocery.delete({ id });
  await expect(ana.call.grocery.history({ id })).rejects.toMatchObject(missing);
  await ana.call.grocery.restore({ id });
  const { items, may } = await ana.call.grocery.history({ id });
  expect(items.map(({ id: _id, at: _at, ...entry }) => entry)).toEqual([
    { kind: 'restored', by: anaIs, changes: [] },
    { kind: 'deleted', by: anaIs, changes: [] },
    { kind: 'edited', by: benIs, changes: [{ field: 'purchased', before: false, after: true }] },
    { kind: 'edited', by: benIs, changes: [{ field: 'count', before: 2, after: 4 }] },
    { kind: 'edited', by: benIs, changes: [{ field: 'name', before: 'Milk', after: 'Oat milk' }] },
    { kind: 'created', by: anaIs, changes: [] },
  ]);
  expect(may.restore).toEqual(['name', 'count', 'price', 'purchased', 'section']);
  await expect(zoe.call.grocery.history({ id })).rejects.toMatchObject(missing);
});

test('removed items pass to the next head with the list', async () => {
  const { world, ana, ben, milk } = await household();
  const other = await ana.call.grocery.create({ name: 'Tea' });
  await ana.call.grocery.delete({ id: milk.id });
  await ana.call.grocery.delete({ id: other.id });
  await ana.call.member.handOver({ to: await idOf(ben) });
  ben.held.accessToken = (await ben.call.auth.refresh()).accessToken;
  ana.held.accessToken = (await ana.call.auth.refresh()).accessToken;
  expect((await deletedBy(ben)).sort()).toEqual(['Milk', 'Tea']);
  expect((await deletedBy(ana)).sort()).toEqual(['Milk', 'Tea']);
  expect(world.db.$client.prepare('select count(*) from deleted_item').pluck().get()).toBe(2);
});
