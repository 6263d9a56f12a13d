import { expect, test } from 'vitest';
import { admin, type Browser, idOf, member, testWorld, ticksOf } from '../testing.ts';

/** Two teams; an Admin has given both of them one task, so that strangers read each other's names on it. */
async function shared() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const other = await world.person('Other', 'Manager');
  const root = await admin(world, 'Root');
  const ana = await member(world, boss, 'Ana');
  const cem = await member(world, other, 'Cem');
  const solo = await world.person('Solo');
  const assignees = [await idOf(ana), await idOf(cem)];
  await root.call.task.create({ title: 'Together', dueDate: '2099-01-01', assignees });
  return { world, boss, other, root, ana, cem, solo };
}

const RENAMES: Record<string, (who: Browser) => Promise<unknown>> = {
  'a name': who => who.call.member.updateSelf({ username: 'Anna' }),
  'an email': who => who.call.member.updateSelf({ email: 'anna@example.com' }),
};

test.each(Object.keys(RENAMES))('another person who reads %s on a shared task hears of it', async what => {
  const { world, ...people } = await shared();
  const heard = await ticksOf(world, people, 'session', async () => RENAMES[what]?.(people.ana));
  const readers = Object.keys(people).filter(name => heard[name]?.includes('task'));
  expect(readers).toEqual(['boss', 'other', 'root', 'ana', 'cem']);
  expect(heard.solo).toEqual([]);
});

test('the household where items were added hears of the name beside them after the person has moved', async () => {
  const { world, ...people } = await shared();
  await people.ana.call.grocery.create({ name: 'Milk' });
  const move = { id: await idOf(people.ana), managerId: await idOf(people.other) };
  await people.root.call.member.move(move);
  const rename = () => people.ana.call.member.updateSelf({ username: 'Anna' });
  expect((await ticksOf(world, people, 'session', rename)).boss).toContain('grocery');
});
