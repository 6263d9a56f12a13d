import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { testWorld } from '../testing.ts';

const FULL = {
  code: 'CONFLICT',
  message: 'Your list has 3000 items, the most it can have. Remove some first.',
};

test('a list has at most 3,000 items: one more is refused until there is room, and a retry is not', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const milk = await ana.call.grocery.create({ name: 'Milk' });
  world.db.$client.exec(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 2998)
      insert into grocery_item (id, household_id, user_id, name, created_at, updated_at)
        select id || i, household_id, user_id, name, created_at, updated_at from n join grocery_item`);
  const tea = { id: v7(), name: 'Tea' };
  await ana.call.grocery.create(tea);
  await expect(ana.call.grocery.create({ name: 'Bread' })).rejects.toMatchObject(FULL);
  const file = { kind: 'groceries', table: 'name\nBread', id: v7(), count: 1 } as const;
  await expect(ana.call.sheet.import(file)).rejects.toMatchObject(FULL);
  expect(await ana.call.grocery.create(tea)).toMatchObject({ name: 'Tea' });
  await ana.call.grocery.delete({ id: milk.id });
  await ana.call.grocery.create({ name: 'Bread' });
  await expect(ana.call.grocery.restore({ id: milk.id })).rejects.toMatchObject(FULL);
  expect(await ana.call.grocery.list()).toHaveLength(3000);
  const zoe = await world.person('Zoe', 'Manager');
  expect(await zoe.call.grocery.create({ name: 'Bread' })).toMatchObject({ name: 'Bread' });
});
