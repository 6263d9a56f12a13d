import { admin, member, testWorld } from '../testing.ts';

/** Two teams, an Admin and a single user. */
export async function household() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const other = await world.person('Other', 'Manager');
  return {
    world,
    boss,
    other,
    root: await admin(world, 'Root'),
    ana: await member(world, boss, 'Ana'),
    ben: await member(world, boss, 'Ben'),
    cem: await member(world, other, 'Cem'),
    solo: await world.person('Solo'),
  };
}
