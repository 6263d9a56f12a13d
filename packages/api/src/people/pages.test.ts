import { expect, test } from 'vitest';
import { household } from '../member/testing.ts';
import { type Browser, idOf } from '../testing.ts';

const INVALID = { code: 'BAD_REQUEST', message: expect.stringContaining('Cursor is invalid') };

interface Input {
  limit: number;
  cursor?: string | null;
}

/** Every list of people by name, and who asks for it. */
function listsOf({ boss, ana, root }: Record<'boss' | 'ana' | 'root', Browser>) {
  return Object.entries({
    members: boss.call.member.list,
    'everyone as members': root.call.member.list,
    'tasks of people': boss.call.manager.people,
    assignable: boss.call.member.assignable,
    teammates: ana.call.member.teammates,
    managers: root.call.member.managers,
    'people to write to': boss.call.chat.people,
    'users of the Admin page': root.call.admin.users,
  } satisfies Record<string, (input: Input) => Promise<{ items: { username: string }[] }>>);
}

test('a list of people refuses the id of a person as its cursor', async () => {
  const house = await household();
  const cursor = await idOf(house.ben);
  for (const [name, list] of listsOf(house)) {
    await expect(list({ limit: 10, cursor }), name).rejects.toMatchObject(INVALID);
  }
});

test('a cursor tells nothing about the name of the person whose id is in it', async () => {
  const house = await household();
  const [zoe, unknown] = [`${await idOf(house.other)} `, 'unknown '];
  for (const [name, list] of listsOf(house)) {
    const behind = async (cursor: string) =>
      (await list({ limit: 10, cursor })).items.map(one => one.username);
    for (const place of ['A', 'Boss', 'z']) {
      expect(await behind(zoe + place), `${name} behind ${place}`).toEqual(await behind(unknown + place));
    }
  }
});

test('a list goes on where its page ended, also when the last person got another name', async () => {
  const { boss, ana, ben } = await household();
  await boss.call.member.create({ username: 'Cleo  Müller', email: 'cleo@example.com', password: 'secret' });
  const first = await boss.call.member.list({ limit: 1 });
  expect(first.items).toMatchObject([{ id: await idOf(ana) }]);
  await boss.call.member.update({ id: await idOf(ana), username: 'Zoe' });
  const second = await boss.call.member.list({ limit: 2, cursor: first.nextCursor });
  expect(second.items).toMatchObject([{ id: await idOf(ben) }, { username: 'Cleo  Müller' }]);
  const third = await boss.call.member.list({ limit: 2, cursor: second.nextCursor });
  expect(third).toMatchObject({ items: [{ username: 'Zoe' }], nextCursor: null });
});

test('a person who is no Manager any more reads no names in the cursor of the people to write to', async () => {
  const { world, boss } = await household();
  world.db.$client.prepare(`update user set roles = 'User' where id = ?`).run(await idOf(boss));
  expect(await boss.call.chat.people({ limit: 1 })).toEqual({ items: [], nextCursor: null });
});
