import { MEMBER_PASSWORD_LONGEST } from '@onus/contract/auth/password';
import { credentialLink, session } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createScope } from '../core/scope.ts';
import { createPasswords } from '../core/secrets/passwords.ts';
import { admin, type Browser, dayFrom, idOf, member, testWorld, ticksOf, type World } from '../testing.ts';
import { deleteMember, updateMember } from './edit.ts';
import { household } from './testing.ts';

const FORBIDDEN = { code: 'FORBIDDEN', message: 'You may not do this' };
const ABSENT = { code: 'NOT_FOUND', message: 'User not found' };
const NO_TOKEN = { code: 'UNAUTHORIZED', message: 'Please log in' };
const dora = { username: 'Dora', email: 'dora@example.com', password: 'p@ss1' };

async function login(world: World, email: string, password: string): Promise<Browser> {
  const browser = world.browser();
  browser.held.accessToken = (await browser.call.auth.login({ email, password })).accessToken;
  return browser;
}

function linksOf({ db }: World, userId: string) {
  return db.select().from(credentialLink).where(eq(credentialLink.userId, userId)).all();
}

function names(people: { username: string }[]): string[] {
  return people.map(one => one.username);
}

test('without signing in nothing of a member is reached', async () => {
  const { call } = testWorld().browser();
  await expect(call.member.list({})).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.list({})).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.get({ id: 'x' })).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.teammates()).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.assignable()).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.create(dora)).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.update({ id: 'x' })).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.link({ id: 'x' })).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.updateSelf({})).rejects.toMatchObject(NO_TOKEN);
  await expect(call.member.delete({ id: 'x' })).rejects.toMatchObject(NO_TOKEN);
});

describe('lists', () => {
  test('a manager lists the own members, an Admin everyone, by name, inactive ones too', async () => {
    const { boss, other, root, ana, ben, solo } = await household();
    await boss.call.member.create({ ...dora, username: 'aaron' });
    await boss.call.member.update({ id: await idOf(ben), active: false });
    expect(names((await boss.call.member.list({ limit: 100 })).items)).toEqual(['aaron', 'Ana', 'Ben']);
    expect(names((await other.call.member.list({ limit: 100 })).items)).toEqual(['Cem']);
    const everyone = ['aaron', 'Ana', 'Ben', 'Boss', 'Cem', 'Other', 'Root', 'Solo'];
    expect(names((await root.call.member.list({ limit: 100 })).items)).toEqual(everyone);
    expect((await boss.call.member.list({ limit: 100 })).items.at(-1)).toMatchObject({
      username: 'Ben',
      active: false,
    });
    await root.call.member.delete({ id: await idOf(ana) });
    expect(names((await boss.call.member.list({ limit: 100 })).items)).toEqual(['aaron', 'Ben']);
    for (const { call } of [solo, await household().then(house => house.ana)]) {
      await expect(call.member.list({})).rejects.toMatchObject(FORBIDDEN);
      await expect(call.member.list({})).rejects.toMatchObject(FORBIDDEN);
    }
  });

  test('pages follow each other without gap or repeat, also where names are equal', async () => {
    const { boss, root } = await household();
    for (const number of [1, 2, 3]) {
      await boss.call.member.create({ ...dora, email: `dora${number}@example.com` });
    }
    for (const { call } of [boss, root]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof call.member.list>> = await call.member.list({
          limit: 2,
          cursor,
        });
        expect(page.items.length).toBeLessThanOrEqual(2);
        seen.push(...page.items.map(one => one.id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual((await call.member.list({ limit: 100 })).items.map(one => one.id));
    }
  });

  test('"Assign to:" offers oneself and the own active members, to an Admin everyone active', async () => {
    const { boss, root, ana, ben, solo } = await household();
    expect(names((await boss.call.member.assignable()).items)).toEqual(['Boss', 'Ana', 'Ben']);
    await boss.call.member.update({ id: await idOf(ben), active: false });
    expect(names((await boss.call.member.assignable()).items)).toEqual(['Boss', 'Ana']);
    expect(names((await ana.call.member.assignable()).items)).toEqual(['Ana']);
    expect(names((await solo.call.member.assignable()).items)).toEqual(['Solo']);
    const offered = (await root.call.member.assignable()).items;
    expect(names(offered)).toEqual(['Root', 'Ana', 'Boss', 'Cem', 'Other', 'Solo']);
    for (const { id } of offered) {
      const made = root.call.task.create({ title: 'x', dueDate: '2099-01-01', assignees: [id] });
      expect((await made).assignees[0]?.id).toBe(id);
    }
  });

  test('teammates learn name, id and email of each other and nothing more', async () => {
    const { boss, root, ana, ben, cem, solo } = await household();
    expect((await ana.call.member.teammates()).items).toEqual([
      { id: await idOf(ben), username: 'Ben', email: 'ben@example.com' },
      { id: await idOf(boss), username: 'Boss', email: 'boss@example.com' },
    ]);
    expect(names((await boss.call.member.teammates()).items)).toEqual(['Ana', 'Ben']);
    expect(names((await cem.call.member.teammates()).items)).toEqual(['Other']);
    expect((await solo.call.member.teammates()).items).toEqual([]);
    expect((await root.call.member.teammates()).items).toEqual([]);
  });
});

test('the whole record is for oneself, the own manager and an Admin', async () => {
  const { boss, other, root, ana, ben, cem, solo } = await household();
  const id = await idOf(ana);
  const seen = await boss.call.member.get({ id });
  expect(seen).toEqual({
    id,
    username: 'Ana',
    email: 'ana@example.com',
    roles: ['Employee'],
    active: true,
    managerId: await idOf(boss),
    isAdmin: false,
    isManager: false,
    status: 'Employee',
    may: { edit: true, manage: true, administer: false, link: true, move: false, handOver: true },
  });
  expect((await ana.call.member.get({ id })).may).toMatchObject({ edit: true, manage: false });
  expect((await root.call.member.get({ id })).may).toMatchObject({ manage: true, administer: true });
  const rootId = await idOf(root);
  expect((await root.call.member.get({ id: rootId })).may).toEqual({
    edit: true,
    manage: false,
    administer: false,
    link: false,
    move: true,
    handOver: false,
  });
  for (const { call } of [other, ben, cem, solo])
    await expect(call.member.get({ id })).rejects.toMatchObject(ABSENT);
  await expect(ana.call.member.get({ id: await idOf(boss) })).rejects.toMatchObject(ABSENT);
  await expect(root.call.member.get({ id: 'unknown' })).rejects.toMatchObject(ABSENT);
});

describe('making a member', () => {
  test("a new member is active at once, is the caller's, and the typed password works", async () => {
    const { world, boss, other } = await household();
    const made = await boss.call.member.create({
      ...dora,
      email: ' DORA@example.com',
      manager: await idOf(other),
    });
    expect(made).toMatchObject({
      username: 'Dora',
      email: 'dora@example.com',
      roles: ['Employee'],
      active: true,
      managerId: await idOf(boss),
    });
    expect(await (await login(world, 'dora@example.com', 'p@ss1')).call.auth.me()).toMatchObject({
      id: made.id,
    });
  });

  test.each([
    [{}, ['Employee']],
    [{ roles: [] }, ['Employee']],
    [{ roles: 2001 }, ['Employee']],
    [{ roles: ['1984'] }, ['Manager']],
    [{ roles: ['employee', 'MANAGER'] }, ['Manager', 'Employee']],
    [{ username: undefined, name: 'Dora' }, ['Employee']],
    [{ manager: '' }, ['Employee']],
  ])('%j makes one with the roles %j', async (input, roles) => {
    const world = testWorld();
    const boss = await world.person('Boss', 'Manager');
    const made = await boss.call.member.create({ ...dora, ...input } as typeof dora);
    expect(made).toMatchObject({ username: 'Dora', roles });
  });

  const RULE = 'Password must have 4 to 12 characters: letters, digits and the symbols ! @ # $ %';
  test.each([
    [{ password: 'abc' }, RULE],
    [{ password: 'abcdefghijklm' }, RULE],
    [{ password: 'with space' }, RULE],
    [{ password: 'dash-ed' }, RULE],
    [{ password: undefined }, 'Password is required'],
    [{ username: undefined }, 'Name is required'],
    [{ username: '  ' }, 'Name is required'],
    [{ username: 'x'.repeat(101) }, 'Username is too long: at most 100'],
    [{ email: 'dora' }, 'Email is invalid'],
    [{ email: '' }, 'Email is required'],
    [{ roles: ['Admin'] }, 'Roles must be Employee or Manager'],
    [{ roles: 5150 }, 'Roles must be Employee or Manager'],
    [{ roles: 'User' }, 'Roles must be Employee or Manager'],
    [{ roles: 'Boss' }, 'Role "Boss" is not known'],
  ])('%j is refused and creates no account', async (wrong, message) => {
    const world = testWorld();
    const boss = await world.person('Boss', 'Manager');
    await expect(boss.call.member.create({ ...dora, ...wrong } as typeof dora)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
    });
    expect((await boss.call.member.list({ limit: 100 })).items).toEqual([]);
  });

  test('the loose range of the spec lets its few punctuation marks through', async () => {
    const world = testWorld();
    const boss = await world.person('Boss', 'Manager');
    await boss.call.member.create({ ...dora, password: '[x]_^`!@#$%' });
    expect((await login(world, dora.email, '[x]_^`!@#$%')).held.accessToken).toBeTruthy();
  });

  test('the setting raises the shortest password', async () => {
    const world = testWorld();
    const boss = await world.person('Boss', 'Manager');
    boss.context.passwords = createPasswords(8);
    await expect(boss.call.member.create(dora)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Password must have at least 8 characters',
    });
  });

  test('an email that is taken is refused; a deleted account frees it', async () => {
    const { boss, root, ana } = await household();
    const again = { ...dora, email: 'ANA@example.com' };
    await expect(boss.call.member.create(again)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An account with this email already exists',
    });
    await root.call.member.delete({ id: await idOf(ana) });
    expect(await boss.call.member.create(again)).toMatchObject({ username: 'Dora' });
  });

  test('an Admin may name the manager, who must be one, or none', async () => {
    const { boss, root, ana, solo } = await household();
    const named = { ...dora, manager: await idOf(boss) };
    expect(await root.call.member.create(named)).toMatchObject({ managerId: await idOf(boss) });
    const own = await root.call.member.create({ ...dora, email: 'own@example.com' });
    expect(own.managerId).toBe(await idOf(root));
    const free = await root.call.member.create({ ...dora, email: 'free@example.com', manager: null });
    expect(free.managerId).toBe(null);
    const bosses = await boss.call.member.create({ ...dora, email: 'third@example.com', manager: null });
    expect(bosses.managerId).toBe(await idOf(boss));
    const wrong = { code: 'BAD_REQUEST', message: 'Manager must be an active Manager or Admin' };
    for (const who of [ana, solo]) {
      const input = { ...dora, email: 'wrong@example.com', manager: await idOf(who) };
      await expect(root.call.member.create(input)).rejects.toMatchObject(wrong);
    }
    await expect(root.call.member.create({ ...named, manager: 'unknown' })).rejects.toMatchObject(ABSENT);
  });

  test('only managers and Admins make members', async () => {
    const { ana, solo } = await household();
    await expect(ana.call.member.create(dora)).rejects.toMatchObject(FORBIDDEN);
    await expect(solo.call.member.create(dora)).rejects.toMatchObject(FORBIDDEN);
  });
});

describe('changing a member', () => {
  /** Who may change what of which user, as rule 3 has it. */
  const VERDICTS = {
    username: { self: true, boss: true, root: true },
    email: { self: true, boss: true, root: true },
    roles: { self: false, boss: true, root: true },
    active: { self: false, boss: true, root: true },
    admin: { self: false, boss: false, root: true },
  };
  const CHANGE = {
    username: { username: 'Anna' },
    email: { email: 'anna@example.com' },
    roles: { roles: ['Manager'] },
    active: { active: false },
    admin: { admin: true },
  };

  test.each(Object.keys(VERDICTS) as (keyof typeof VERDICTS)[])('who may change %s', async field => {
    for (const who of ['self', 'boss', 'root'] as const) {
      const people = await household();
      const id = await idOf(people.ana);
      const caller = who === 'self' ? people.ana : people[who];
      const before = await people.root.call.member.get({ id });
      const change = caller.call.member.update({ id, ...CHANGE[field] });
      if (VERDICTS[field][who]) expect((await change).id).toBe(id);
      else await expect(change).rejects.toMatchObject(FORBIDDEN);
      const after = await people.root.call.member.get({ id });
      if (VERDICTS[field][who]) expect(after).not.toEqual(before);
      else expect(after).toEqual(before);
    }
    const { other, ben, cem, solo, ana } = await household();
    const input = { id: await idOf(ana), ...CHANGE[field] };
    for (const { call } of [other, ben, cem, solo])
      await expect(call.member.update(input)).rejects.toMatchObject(ABSENT);
  });

  test('an Admin keeps the own roles and stays active', async () => {
    const { root } = await household();
    const id = await idOf(root);
    await expect(root.call.member.update({ id, roles: ['Employee'] })).rejects.toMatchObject(FORBIDDEN);
    await expect(root.call.member.update({ id, admin: false })).rejects.toMatchObject(FORBIDDEN);
    await expect(root.call.member.update({ id, active: false })).rejects.toMatchObject(FORBIDDEN);
    const same = { id, roles: ['Admin', 'Manager'], active: true, admin: true };
    expect(await root.call.member.update({ ...same, username: 'Rooted' })).toMatchObject({
      username: 'Rooted',
    });
  });

  test.each([
    [['User'], ['Manager'], ['Manager', 'User']],
    [['Employee', 'User'], [], ['Employee', 'User']],
    [['User'], [], ['Employee', 'User']],
    [['User'], ['User'], ['User']],
    [['Manager'], [], ['Employee']],
    [['Manager'], ['Employee', 'Manager'], ['Manager', 'Employee']],
    [['Employee'], 2001, ['Employee']],
    [
      ['Employee', 'User'],
      ['User', 'Manager'],
      ['Manager', 'User'],
    ],
  ] as const)('a manager who saves %j as %j leaves %j', async (before, input, after) => {
    const { world, boss, ana } = await household();
    const id = await idOf(ana);
    world.db
      .update(user)
      .set({ roles: [...before] })
      .where(eq(user.id, id))
      .run();
    const saved = await boss.call.member.update({
      id,
      roles: typeof input === 'number' ? input : [...input],
    });
    expect(saved.roles).toEqual(after);
  });

  test('a manager gives neither Admin nor User, and has no say over an Admin', async () => {
    const { boss, root, ana } = await household();
    const id = await idOf(ana);
    await expect(boss.call.member.update({ id, roles: ['Admin'] })).rejects.toMatchObject(FORBIDDEN);
    await expect(boss.call.member.update({ id, roles: ['User', 'Employee'] })).rejects.toMatchObject(
      FORBIDDEN,
    );
    await root.call.member.update({ id, admin: true });
    expect((await boss.call.member.get({ id })).may).toEqual({
      edit: false,
      manage: false,
      administer: false,
      link: false,
      move: false,
      handOver: false,
    });
    await expect(boss.call.member.update({ id, email: 'mine@example.com' })).rejects.toMatchObject(FORBIDDEN);
    await expect(boss.call.member.update({ id, active: false })).rejects.toMatchObject(FORBIDDEN);
  });

  test('the unchanged record of a user changes nothing', async () => {
    const { world, root, solo, ana } = await household();
    const adminAlone = await idOf(ana);
    world.db
      .update(user)
      .set({ roles: ['Admin'] })
      .where(eq(user.id, adminAlone))
      .run();
    for (const id of [adminAlone, await idOf(solo), await idOf(root)]) {
      const record = await root.call.member.get({ id });
      expect(await root.call.member.update(record)).toEqual(record);
      const { username, email, roles, active } = record;
      const row = world.db.select().from(user).where(eq(user.id, id)).get();
      expect(row).toMatchObject({ username, email, roles, active });
    }
  });

  test('an Admin makes and unmakes Admins; a save of the form alone unmakes none', async () => {
    const { root, ana } = await household();
    const id = await idOf(ana);
    const made = await root.call.member.update({ id, roles: ['Admin', 'Employee'] });
    expect(made).toMatchObject({ roles: ['Admin', 'Employee'], isAdmin: true });
    expect(names((await ana.call.member.list({ limit: 100 })).items)).toContain('Solo');
    expect((await root.call.member.update({ id, roles: ['Manager'] })).roles).toEqual(['Admin', 'Manager']);
    expect((await root.call.member.update({ id, admin: false })).roles).toEqual(['Manager']);
    await expect(ana.call.member.delete({ id: await idOf(root) })).rejects.toMatchObject(FORBIDDEN);
  });

  test('an email that is taken is refused and nothing of the save is kept', async () => {
    const { boss, ana } = await household();
    const id = await idOf(ana);
    const taken = boss.call.member.update({ id, username: 'Anna', email: 'cem@example.com' });
    await expect(taken).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An account with this email already exists',
    });
    expect(await boss.call.member.get({ id })).toMatchObject({ username: 'Ana', email: 'ana@example.com' });
  });

  test.each([
    [{ username: '' }, 'Name is required'],
    [{ email: 'x' }, 'Email is invalid'],
    [{ roles: 'Boss' }, 'Role "Boss" is not known'],
    [{ active: 'yes' }, 'Active must be a boolean'],
    [{ id: '' }, 'Id is required'],
  ])('%j is refused', async (wrong, message) => {
    const { boss, ana } = await household();
    const input = { id: await idOf(ana), ...wrong } as { id: string };
    await expect(boss.call.member.update(input)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  });

  test('another email ends the links that were sent, another name does not', async () => {
    const { world, boss, ana } = await household();
    const id = await idOf(ana);
    await boss.call.member.update({ id, username: 'Anna' });
    expect(linksOf(world, id)).toHaveLength(1);
    await boss.call.member.update({ id, email: 'anna@example.com' });
    expect(linksOf(world, id)).toEqual([]);
  });

  test('deactivating ends the sessions at once; coming back takes a new login', async () => {
    const { world, boss, ana } = await household();
    const id = await idOf(ana);
    const stream = (await ana.call.live.onChange())[Symbol.asyncIterator]();
    await boss.call.member.update({ id, active: false });
    expect((await stream.next()).done).toBe(true);
    const ended = { cause: { code: 'SESSION_REVOKED' } };
    await expect(ana.call.auth.me()).rejects.toMatchObject(ended);
    await expect(ana.call.auth.refresh()).rejects.toMatchObject(ended);
    expect(world.db.select().from(session).where(eq(session.userId, id)).all()).toEqual([]);
    await expect(login(world, 'ana@example.com', 'secret')).rejects.toMatchObject({
      message: 'Your account is not active',
    });
    await boss.call.member.update({ id, active: true });
    await expect(ana.call.auth.me()).rejects.toMatchObject(ended);
    expect((await login(world, 'ana@example.com', 'secret')).held.accessToken).toBeTruthy();
  });
});

describe('deleting', () => {
  test('an Admin deletes: sessions and links end, the name stays in the history', async () => {
    const { world, boss, root, ana } = await household();
    const id = await idOf(ana);
    const input = { title: 'Bins', dueDate: dayFrom(world, 0), assignees: [id] };
    const { id: taskId } = await boss.call.task.create(input);
    expect(await root.call.member.delete({ id })).toEqual({ id });
    await expect(ana.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
    await expect(login(world, 'ana@example.com', 'secret')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(linksOf(world, id)).toEqual([]);
    expect((await boss.call.task.get({ id: taskId })).assignees).toEqual([{ id, username: 'Ana' }]);
    expect(names((await boss.call.member.assignable()).items)).toEqual(['Boss', 'Ben']);
    await expect(boss.call.member.get({ id })).rejects.toMatchObject(ABSENT);
    await expect(root.call.member.delete({ id })).rejects.toMatchObject(ABSENT);
  });

  test('no one else deletes, and no one deletes oneself', async () => {
    const { boss, root, ana, solo } = await household();
    const id = await idOf(ana);
    for (const { call } of [boss, ana, solo])
      await expect(call.member.delete({ id })).rejects.toMatchObject(FORBIDDEN);
    await expect(root.call.member.delete({ id: await idOf(root) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You may not delete your own account',
    });
    await expect(root.call.member.delete({ id: '' })).rejects.toMatchObject({ message: 'Id is required' });
  });

  test.each(['delete', 'deactivate', 'unmake'] as const)(
    'two Admins who %s each other at once leave one',
    async way => {
      const { world, root } = await household();
      const twin = await admin(world, 'Twin');
      const remove = {
        delete: ({ call }: Browser, id: string) => call.member.delete({ id }),
        deactivate: ({ call }: Browser, id: string) => call.member.update({ id, active: false }),
        unmake: ({ call }: Browser, id: string) => call.member.update({ id, admin: false }),
      }[way];
      const [rootId, twinId] = [await idOf(root), await idOf(twin)];
      const results = await Promise.allSettled([remove(root, twinId), remove(twin, rootId)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const left = world.db
        .select()
        .from(user)
        .where(and(eq(user.active, true), isNull(user.deletedAt)))
        .all();
      expect(left.filter(({ roles }) => roles.includes('Admin'))).toHaveLength(1);
    },
  );

  test('the last Admin stays, even for a caller who was one when the call began', async () => {
    const { world, root } = await household();
    const twin = await admin(world, 'Twin');
    const [id, twinId] = [await idOf(root), await idOf(twin)];
    const call = { now: world.clock(), changed: () => {} };
    const account = await twin.call.member.get({ id: twinId });
    const scope = createScope(call, account, 'session', dayFrom(world, 0));
    await root.call.member.delete({ id: twinId });
    const refusal = 'The last Admin cannot be removed';
    expect(() => deleteMember(world.db, scope, id)).toThrow(refusal);
    expect(() => updateMember(world.db, scope, { id, active: false })).toThrow(refusal);
    expect(() => updateMember(world.db, scope, { id, admin: false })).toThrow(refusal);
    expect(await root.call.member.get({ id })).toMatchObject({ isAdmin: true, active: true });
  });
});

describe('ticks', () => {
  const told = { boss: [], other: [], root: [], ana: [], ben: [], cem: [], solo: [] };

  test('who may see a user hears of a change', async () => {
    const { world, ...people } = await household();
    const id = await idOf(people.ana);
    const promote = () => people.boss.call.member.update({ id, roles: ['Manager'] });
    const everything = ['member', 'task', 'grocery'];
    expect(await ticksOf(world, people, 'chat', promote)).toEqual({
      ...told,
      boss: everything,
      root: everything,
      ana: ['session', ...everything],
      ben: everything,
    });
    const nothing = () => people.boss.call.member.update({ id, roles: ['Manager'], active: true });
    expect(await ticksOf(world, people, 'chat', nothing)).toEqual(told);
    const refused = () => people.boss.call.member.update({ id, admin: true }).catch(() => null);
    expect(await ticksOf(world, people, 'chat', refused)).toEqual(told);
  });

  test('a new member shows to the household; another name shows wherever it stands', async () => {
    const { world, ...people } = await household();
    const make = () => people.boss.call.member.create(dora);
    const shown = { boss: ['member'], root: ['member'], ana: ['member'], ben: ['member'] };
    expect(await ticksOf(world, people, 'session', make)).toEqual({ ...told, ...shown });
    const rename = () => people.cem.call.member.updateSelf({ username: 'Cemile' });
    const everywhere = ['member', 'task', 'grocery', 'chat'];
    expect(await ticksOf(world, people, 'session', rename)).toEqual({
      ...told,
      other: everywhere,
      root: everywhere,
      cem: everywhere,
    });
    await people.root.call.chat.start({ users: [await idOf(people.solo)], message: 'Hello' });
    const renameAdmin = () => people.root.call.member.updateSelf({ username: 'Ruth' });
    expect(await ticksOf(world, people, 'session', renameAdmin)).toEqual({
      ...told,
      root: everywhere,
      solo: everywhere,
    });
    const erase = async () => people.root.call.member.delete({ id: await idOf(people.solo) });
    const heard = await ticksOf(world, people, 'session', erase);
    expect(heard).toEqual({ ...told, root: everywhere, solo: everywhere });
  });
});

test('the longest minimum that can be set leaves a password that a member can be given', async () => {
  const world = testWorld(undefined, { passwordMinLength: MEMBER_PASSWORD_LONGEST });
  const boss = world.browser();
  const { accessToken } = await boss.call.auth.register({
    name: 'Boss',
    email: 'boss@example.com',
    password: 'a long password',
    roles: 'Manager',
  });
  boss.held.accessToken = accessToken;
  const add = (length: number) =>
    boss.call.member.create({ username: 'x', email: `${length}@example.com`, password: 'a'.repeat(length) });
  await expect(add(MEMBER_PASSWORD_LONGEST - 1)).rejects.toThrow('Password must have at least 12 characters');
  expect(await add(MEMBER_PASSWORD_LONGEST)).toMatchObject({ active: true });
  await expect(add(MEMBER_PASSWORD_LONGEST + 1)).rejects.toThrow('Password must have 4 to 12 characters');
});

test('people to choose from come in pages, and are found by name or email', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  const add = world.db.$client.prepare(`insert into user
    (id, username, email, roles, active, created_at, updated_at) values (?, ?, ?, 'User', 1, 0, 0)`);
  for (let n = 0; n < 130; n++) add.run(`p${n}`, `Zoë ${String(n).padStart(3, '0')}`, `z${n}@example.com`);
  for (const list of [root.call.member.assignable, root.call.chat.people]) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 50, cursor });
      expect(page.items.length).toBeLessThanOrEqual(51);
      seen.push(...page.items.map(one => one.username));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.filter(name => name.startsWith('Zoë'))).toEqual(
      Array.from({ length: 130 }, (_, n) => `Zoë ${String(n).padStart(3, '0')}`),
    );
    const found = await list({ search: 'ZOE 10' });
    expect(found.items.map(one => one.username)).toEqual(Array.from({ length: 10 }, (_, n) => `Zoë 10${n}`));
    expect((await list({ search: 'z7@' })).items).toHaveLength(1);
  }
});

test('people are found by a name that is typed without its spaces, in every list of people', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  const boss = await world.person('Boss', 'Manager');
  const ana = await member(world, boss, 'Ana');
  const insert = world.db.$client.prepare(`insert into user
    (id, username, email, roles, active, manager_id, created_at, updated_at) values (?, ?, ?, ?, 1, ?, 0, 0)`);
  const bossId = await idOf(boss);
  const add = (id: string, name: string) =>
    insert.run(id, name, `${id}@example.com`, 'Manager,Employee', bossId);
  const spaced = ['Zoë Miller', 'zoe  MÏLLER', 'Zoe\u00a0Miller', 'Zoe\tMiller', 'Zoe M. Iller'];
  for (const [n, name] of spaced.entries()) add(`p${n}`, name);
  // Without its spaces a name does not go on in the email.
  add('miller', 'Zoe');
  const lists = {
    own: boss.call.member.assignable,
    everyone: root.call.member.assignable,
    toWrite: boss.call.chat.people,
    everybodyToWrite: root.call.chat.people,
    teammates: ana.call.member.teammates,
    managers: root.call.member.managers,
  };
  for (const [name, list] of Object.entries(lists)) {
    const found = async (search: string) => (await list({ search })).items.map(one => one.id).sort();
    expect(await found('ZoëMiller'), name).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect(await found('zoe miller'), name).toEqual(['miller', 'p0']);
    expect(await found('emil'), name).toEqual(['p0', 'p1', 'p2', 'p3']);
  }
});
