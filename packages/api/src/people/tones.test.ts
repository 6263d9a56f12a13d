import { TONES, toneOf } from '@onus/contract/people/tone';
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
  const { boss } = await household(testWorld(), TONES + 1);
  const tones = await boss.call.member.tones();
  const all = Object.keys(tones)
    .sort()
    .map(id => tones[id]);
  expect(all).toHaveLength(TONES + 2);
  expect(new Set(all.slice(0, TONES)).size).toBe(TONES);
  expect(all[TONES]).not.toBe(all[TONES + 1]);
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
