import { HUES, toneOf } from '@onus/contract/people/tone';
import { expect, it } from 'vitest';
import { testWorld, type World } from '../testing.ts';

/** A head of a household with members, who can call too. */
async function household(world: World, size: number) {
  const boss = await world.person('Boss', 'Manager');
  const join = async (username: string) => {
    const login = { email: `${username.toLowerCase()}@example.com`, password: 'Ab1!' };
    const { id } = await boss.call.member.create({ username, ...login });
    const member = world.browser();
    member.held.accessToken = (await member.call.auth.login(login)).accessToken;
    return { id, call: member.call };
  };
  const members = [];
  for (let number = 0; number < size; number += 1) members.push(await join(`Member${number}`));
  return { boss, join, members };
}

it('the people of a household have different colors, as far as there are colors', async () => {
  const { boss } = await household(testWorld(), 2 * HUES);
  const tones = await boss.call.member.tones();
  const all = Object.keys(tones)
    .sort()
    .map(id => tones[id]);
  expect(all).toHaveLength(2 * HUES + 1);
  const inOrder = (some: (number | undefined)[]) => some.toSorted((a = 0, b = 0) => a - b);
  // The pale ones are taken first, then the deep ones, then they repeat.
  expect(inOrder(all.slice(0, HUES))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(inOrder(all.slice(HUES, 2 * HUES))).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(all[2 * HUES]).toBeLessThan(HUES);
});

it('everyone of a household sees the same colors, and no one changes color when another joins', async () => {
  const { boss, join, members } = await household(testWorld(), 3);
  const before = await boss.call.member.tones();
  for (const { call } of members) expect(await call.member.tones()).toEqual(before);
  const late = await join('Late');
  expect(await late.call.member.tones()).toMatchObject(before);
});

it('a person alone has the color of their id, and sees no one of another household', async () => {
  const world = testWorld();
  await household(world, 1);
  const ana = await world.person('Ana');
  const { id } = await ana.call.auth.me();
  expect(await ana.call.member.tones()).toEqual({ [id]: toneOf(id) });
});
