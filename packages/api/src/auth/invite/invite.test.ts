import { INVITATION_INVALID } from '@onus/contract/auth/invite';
import { session } from '@onus/db/schema/access/auth';
import { invitation } from '@onus/db/schema/access/invitation';
import { audit } from '@onus/db/schema/audit';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createVisitor } from '../../core/scope.ts';
import { joinHousehold } from '../../invite/write.ts';
import { admin, type Browser, idOf, member, testWorld, ticksOf, type World } from '../../testing.ts';

const DAY = 86_400_000;
const INVALID = { code: 'BAD_REQUEST', message: INVITATION_INVALID };
const BEN = { name: 'Ben', email: 'ben@example.com', password: 'Ben-secret' };

async function household(settings?: Parameters<typeof testWorld>[1]) {
  const world = testWorld(undefined, settings);
  return { world, ana: await world.person('Ana', 'Manager') };
}

async function tokenOf(
  head: Browser,
  input: Parameters<Browser['call']['invite']['create']>[0] = { role: 'Employee' },
): Promise<string> {
  const { url } = await head.call.invite.create(input);
  return new URL(url).searchParams.get('token') ?? '';
}

async function join(world: World, token: string, person: Partial<typeof BEN> = {}): Promise<Browser> {
  const browser = world.browser();
  const { accessToken } = await browser.call.invite.redeem({ token, ...BEN, ...person });
  browser.held.accessToken = accessToken;
  return browser;
}

function accounts(world: World): number {
  return world.db.select().from(user).all().length;
}

describe('an invitation', () => {
  test('is a link for seven days and one person, unless it says otherwise', async () => {
    const { world, ana } = await household();
    const made = await ana.call.invite.create({ role: 'Employee' });
    expect(made).toMatchObject({ role: 'Employee', uses: 1, used: 0 });
    expect(made.url).toMatch(/^https:\/\/onus\.example\/join\?token=[\w-]{43}$/);
    // The clock runs on by itself during the test: half a minute is more than a test takes.
    expect(Math.abs(Date.parse(made.expiresAt) - world.clock() - 7 * DAY)).toBeLessThan(30_000);
    const more = await ana.call.invite.create({ role: 1984, uses: 100 });
    expect(more).toMatchObject({ role: 'Manager', uses: 100 });
    expect(await ana.call.invite.create({ role: '2001' })).toMatchObject({ role: 'Employee' });
  });

  test('makes the account of the person who opens it, signed in, in the household of the inviter', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana);
    const look = world.browser();
    expect(await look.call.invite.look({ token })).toEqual({ inviter: 'Ana', role: 'Employee' });
    const ben = world.browser();
    const answer = await ben.call.invite.redeem({ token, ...BEN, email: ' Ben@Example.com ' });
    expect(answer.user).toMatchObject({
      username: 'Ben',
      email: BEN.email,
      roles: ['Employee'],
      active: true,
      managerId: await idOf(ana),
    });
    expect(ben.held).toMatchObject({ cookie: expect.any(String), marker: expect.any(String) });
    ben.held.accessToken = answer.accessToken;
    expect((await ben.call.auth.me()).username).toBe('Ben');
    expect((await ana.call.member.list({})).items.map(one => one.username)).toEqual(['Ben']);
    await ana.call.grocery.create({ name: 'Milk' });
    expect((await ben.call.grocery.list()).map(item => item.name)).toEqual(['Milk']);
    await world.browser().call.auth.login({ email: BEN.email, password: BEN.password });
  });

  test('for a Manager makes a member with a household of their own', async () => {
    const { world, ana } = await household();
    const ben = await join(world, await tokenOf(ana, { role: 'Manager' }));
    expect(await ben.call.auth.me()).toMatchObject({ roles: ['Manager'], managerId: await idOf(ana) });
    await ben.call.invite.create({ role: 'Employee' });
  });

  test('shows in the lists of the household at once', async () => {
    const { world, ana } = await household();
    const cleo = await member(world, ana, 'Cleo');
    const dan = await world.person('Dan', 'Manager');
    const token = await tokenOf(ana, { role: 'Employee', uses: 2 });
    const heard = await ticksOf(world, { ana, cleo, dan }, 'chat', () => join(world, token));
    expect(heard).toEqual({ ana: ['member'], cleo: ['member'], dan: [] });
  });

  test('works where registration is closed, and where it is by invitation', async () => {
    for (const registration of ['closed', 'invite'] as const) {
      const world = testWorld(undefined, { registration: 'open' });
      const ana = await world.person('Ana', 'Manager');
      const token = await tokenOf(ana);
      const closed = world.browser();
      closed.context.registration = registration;
      expect(await closed.call.auth.registration()).toEqual({ isOpen: false });
      expect((await closed.call.invite.redeem({ token, ...BEN })).user.username).toBe('Ben');
    }
  });
});

describe('the same refusal for', () => {
  const refused = async (world: World, token: string) => {
    await expect(world.browser().call.invite.look({ token })).rejects.toMatchObject(INVALID);
    await expect(join(world, token, { email: 'late@example.com' })).rejects.toMatchObject(INVALID);
  };

  test.each(['rubbish', '', 'x'.repeat(101), undefined, 7])('a token that never was: %j', async token => {
    const { world } = await household();
    await refused(world, token as string);
    expect(accounts(world)).toBe(1);
  });

  test('an expired one', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana);
    world.advance(7 * DAY + 1);
    await refused(world, token);
    world.advance(-60_000);
    await join(world, token);
  });

  test('a used one, after the last use', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana, { role: 'Employee', uses: 2 });
    await join(world, token);
    await join(world, token, { email: 'cleo@example.com' });
    await refused(world, token);
    expect(accounts(world)).toBe(3);
  });

  test('a revoked one, which leaves no row', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana);
    const [made] = await ana.call.invite.list();
    expect(await ana.call.invite.revoke({ id: made?.id ?? '' })).toEqual({ id: made?.id });
    await refused(world, token);
    expect(world.db.select().from(invitation).all()).toEqual([]);
  });

  test('one that is revoked while the password is hashed', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana);
    const begun = join(world, token);
    world.db.delete(invitation).run();
    await expect(begun).rejects.toMatchObject(INVALID);
    expect(accounts(world)).toBe(1);
    expect(world.db.select().from(session).all()).toHaveLength(1);
  });
});

describe('an attack', () => {
  test.each([1, 3])('fifty at once on a link for %i: exactly so many accounts', async uses => {
    const { world, ana } = await household({ areCommitsSteady: true });
    const token = await tokenOf(ana, { role: 'Employee', uses });
    const tries = Array.from({ length: 50 }, (_, n) => {
      const person = { name: `P${n}`, email: `p${n}@example.com`, password: 'secret' };
      return world.browser({ address: `192.0.2.${n}` }).call.invite.redeem({ token, ...person });
    });
    const ends = await Promise.allSettled(tries);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(INVALID);
    expect(ends.filter(end => end.status === 'fulfilled')).toHaveLength(uses);
    expect(accounts(world)).toBe(1 + uses);
    expect(world.db.select().from(session).all()).toHaveLength(1 + uses);
    expect((await ana.call.member.list({})).items).toHaveLength(uses);
  });

  test('the command itself refuses a link that is used up, whatever was read before', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana);
    const visitor = createVisitor({ now: world.clock(), changed() {} });
    joinHousehold(world.db, visitor, { token, ...BEN }, 'hash');
    const again = { token, name: 'Eve', email: 'eve@example.com' };
    expect(() => joinHousehold(world.db, visitor, again, 'hash')).toThrow(INVITATION_INVALID);
  });

  test('what the caller adds to the input changes neither role nor household', async () => {
    const { world, ana } = await household();
    const eve = await world.person('Eve', 'Manager');
    const token = await tokenOf(ana);
    const added = {
      role: 'Manager',
      roles: ['Admin'],
      manager: await idOf(eve),
      managerId: await idOf(eve),
      active: false,
      id: 'x',
    };
    const ben = await join(world, token, added as object);
    const me = await ben.call.auth.me();
    expect(me).toMatchObject({ roles: ['Employee'], managerId: await idOf(ana), active: true });
    expect(me.id).not.toBe('x');
  });

  test('a session that the browser held before is not that of the person who joins', async () => {
    const { world, ana } = await household();
    const eve = await world.person('Eve');
    const token = await tokenOf(ana);
    const { cookie } = eve.held;
    const { accessToken } = await eve.call.invite.redeem({ token, ...BEN });
    expect(eve.held.cookie).not.toBe(cookie);
    eve.held.accessToken = accessToken;
    expect((await eve.call.auth.me()).username).toBe('Ben');
    eve.held.cookie = cookie;
    expect((await eve.call.auth.refresh()).user.username).toBe('Eve');
  });

  test('the thirty-first guess in a minute is too many, while a good link still opens', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana);
    const bad = () => join(world, 'rubbish');
    for (let n = 0; n < 15; n++) {
      await expect(bad()).rejects.toMatchObject(INVALID);
      await expect(world.browser().call.invite.look({ token: 'rubbish' })).rejects.toMatchObject(INVALID);
    }
    await expect(bad()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await join(world, token);
  });

  test('the database holds no token, and neither do the list and the log', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana, { role: 'Employee', uses: 2 });
    await join(world, token);
    expect(JSON.stringify(await ana.call.invite.list())).not.toContain(token);
    expect(world.db.$client.serialize().toString('latin1')).not.toContain(token);
  });
});

describe('a taken email', () => {
  const TAKEN = { code: 'CONFLICT', message: 'An account with this email already exists' };

  test('is refused as at registration, and leaves the invitation as it is', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana);
    await expect(join(world, token, { email: 'ana@example.com' })).rejects.toMatchObject(TAKEN);
    await join(world, token);
  });

  test('is refused twenty times in an hour for one link, from all addresses', async () => {
    const { world, ana } = await household();
    const token = await tokenOf(ana, { role: 'Employee', uses: 100 });
    const attempt = (n: number, email = 'ana@example.com') =>
      world.browser({ address: `192.0.2.${n}` }).call.invite.redeem({ token, ...BEN, email });
    for (let n = 0; n < 20; n++) await expect(attempt(n)).rejects.toMatchObject(TAKEN);
    await expect(attempt(20)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(attempt(21, 'new@example.com')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('who may', () => {
  test.each<[input: object, message: string]>([
    [{ role: 'Admin' }, 'Role must be Employee or Manager'],
    [{ role: 'User' }, 'Role must be Employee or Manager'],
    [{ role: ['Employee', 'Manager'] }, 'Role must be Employee or Manager'],
    [{ role: 5150 }, 'Role must be Employee or Manager'],
    [{ role: [] }, 'Role must be Employee or Manager'],
    [{ role: 'Boss' }, 'Role "Boss" is not known'],
    [{}, 'Roles must be a role name, a role code or a list of them'],
    ...[0, 101, 1.5, '3', null].map((uses): [object, string] => [
      { role: 'Employee', uses },
      'Uses must be a whole number from 1 to 100',
    ]),
  ])('%j is refused by name', async (input, message) => {
    const { ana } = await household();
    const refused = ana.call.invite.create(input as { role: string });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect(await ana.call.invite.list()).toEqual([]);
  });

  test('invite: managers and Admins, and both of them a Manager too', async () => {
    const { world, ana } = await household();
    const [eve, root] = [await world.person('Eve'), await admin(world, 'Root')];
    const ben = await member(world, ana, 'Ben');
    const forbidden = { code: 'FORBIDDEN' };
    for (const { call } of [eve, ben]) {
      await expect(call.invite.create({ role: 'Employee' })).rejects.toMatchObject(forbidden);
      await expect(call.invite.list()).rejects.toMatchObject(forbidden);
      await expect(call.invite.revoke({ id: 'x' })).rejects.toMatchObject(forbidden);
    }
    await root.call.invite.create({ role: 'Manager' });
    await ana.call.invite.create({ role: 'Manager' });
  });

  test('see and revoke: the inviter, and an Admin; to others it does not exist', async () => {
    const { world, ana } = await household();
    const [dan, root] = [await world.person('Dan', 'Manager'), await admin(world, 'Root')];
    const { id, url: _url, ...shown } = await ana.call.invite.create({ role: 'Employee', uses: 3 });
    expect(await ana.call.invite.list()).toEqual([{ id, ...shown }]);
    expect(await dan.call.invite.list()).toEqual([]);
    expect(await root.call.invite.list()).toEqual([]);
    const missing = { code: 'NOT_FOUND', message: 'Invitation not found' };
    await expect(dan.call.invite.revoke({ id })).rejects.toMatchObject(missing);
    await expect(dan.call.invite.revoke({ id: 'nothing' })).rejects.toMatchObject(missing);
    await root.call.invite.revoke({ id });
    await expect(ana.call.invite.revoke({ id })).rejects.toMatchObject(missing);
  });

  test('the list has open ones only, the newest first, with their uses', async () => {
    const { world, ana } = await household();
    const first = await ana.call.invite.create({ role: 'Employee' });
    const token = await tokenOf(ana, { role: 'Manager', uses: 2 });
    const used = await tokenOf(ana);
    await join(world, token);
    await join(world, used, { email: 'cleo@example.com' });
    expect((await ana.call.invite.list()).map(one => [one.role, one.used, one.uses])).toEqual([
      ['Manager', 1, 2],
      ['Employee', 0, 1],
    ]);
    const over = { expiresAt: world.clock() - 1 };
    world.db.update(invitation).set(over).where(eq(invitation.id, first.id)).run();
    expect(await ana.call.invite.list()).toHaveLength(1);
    const missing = { code: 'NOT_FOUND' };
    await expect(ana.call.invite.revoke({ id: first.id })).rejects.toMatchObject(missing);
  });

  test('no one has more than 500 open ones', async () => {
    const { world, ana } = await household();
    await tokenOf(ana);
    const [row] = world.db.select().from(invitation).all();
    if (!row) throw new Error('no invitation');
    const copies = Array.from({ length: 499 }, (_, n) => ({ ...row, id: `${n}`, tokenHash: `${n}` }));
    world.db.insert(invitation).values(copies).run();
    await expect(tokenOf(ana)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'At most 500 open invitations of one person. Revoke one first.',
    });
    expect(await ana.call.invite.list()).toHaveLength(500);
    await ana.call.invite.revoke({ id: '7' });
    await tokenOf(ana);
  });
});

describe('when the inviter', () => {
  async function invited() {
    const { world, ana } = await household();
    const root = await admin(world, 'Root');
    const token = await tokenOf(ana, { role: 'Employee', uses: 100 });
    return { world, ana, root, token, id: await idOf(ana) };
  }

  test('is deactivated, their invitations end for good', async () => {
    const { world, root, token, id } = await invited();
    await root.call.member.update({ id, active: false });
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
    await root.call.member.update({ id, active: true });
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
  });

  test('is deleted, their invitations are removed', async () => {
    const { world, root, token, id } = await invited();
    await root.call.member.delete({ id });
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
    expect(world.db.select().from(invitation).all()).toEqual([]);
  });

  test('is no head any more, their invitations end for good', async () => {
    const { world, root, token, id } = await invited();
    await root.call.member.update({ id, roles: ['Employee'] });
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
    await root.call.member.update({ id, roles: ['Manager'] });
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
  });

  test('loses the role in any other way, their invitations do not open', async () => {
    const { world, token, id } = await invited();
    world.db
      .update(user)
      .set({ roles: ['User'] })
      .where(eq(user.id, id))
      .run();
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
  });

  test('is renamed, becomes an Admin too or changes the password, they stay', async () => {
    const { world, ana, root, token, id } = await invited();
    await ana.call.member.updateSelf({ username: 'Anna' });
    await root.call.member.update({ id, admin: true });
    await ana.call.auth.changePassword({ current: 'Ana-secret', password: 'another' });
    expect(await world.browser().call.invite.look({ token })).toMatchObject({ inviter: 'Anna' });
    await join(world, token);
  });

  test('is moved under another manager, they stay: who joins is a member of the inviter', async () => {
    const { world, root, token, id } = await invited();
    const dan = await world.person('Dan', 'Manager');
    await root.call.member.move({ id, managerId: await idOf(dan) });
    const ben = await join(world, token);
    expect((await ben.call.auth.me()).managerId).toBe(id);
  });

  test('hands over the household, they end, which the preview says', async () => {
    const { world, ana, token } = await invited();
    const cleo = await member(world, ana, 'Cleo');
    const to = await idOf(cleo);
    const { sentences } = await ana.call.member.handOverPreview({ to });
    expect(sentences).toContain('Your 1 open invitation will no longer work.');
    await ana.call.member.handOver({ to });
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
    const from = await world.browser().call.auth.login({ email: 'cleo@example.com', password: 'secret' });
    cleo.held.accessToken = from.accessToken;
    expect(await cleo.call.invite.list()).toEqual([]);
  });

  test('is an Admin who hands over, they end too', async () => {
    const world = testWorld();
    const root = await admin(world, 'Root');
    const token = await tokenOf(root);
    const cleo = await member(world, root, 'Cleo');
    await root.call.member.handOver({ to: await idOf(cleo) });
    await expect(join(world, token)).rejects.toMatchObject(INVALID);
  });
});

test('the audit log has who invited, who joined, who revoked, and what was refused', async () => {
  const { world, ana } = await household({ areCommitsSteady: true });
  const token = await tokenOf(ana, { role: 'Employee', uses: 2 });
  await join(world, token);
  await expect(join(world, token)).rejects.toMatchObject({ code: 'CONFLICT' });
  const [open] = await ana.call.invite.list();
  await ana.call.invite.revoke({ id: open?.id ?? '' });
  await expect(join(world, token)).rejects.toMatchObject(INVALID);
  const lines = world.db
    .select()
    .from(audit)
    .all()
    .filter(line => line.event.startsWith('invitation.'))
    .map(({ event, actorName, subjectName, detail, refused }) => [
      event,
      actorName,
      subjectName,
      detail,
      refused,
    ]);
  expect(lines).toEqual([
    ['invitation.made', 'Ana', null, { roles: 'Employee' }, false],
    ['invitation.redeemed', 'Ben', 'Ana', { roles: 'Employee' }, false],
    ['invitation.refused', null, null, { reason: 'CONFLICT' }, true],
    ['invitation.revoked', 'Ana', 'Ana', {}, false],
    ['invitation.refused', null, null, { reason: 'BAD_REQUEST' }, true],
  ]);
});

test('who invites hears in every browser that an invitation was made or revoked', async () => {
  const { world, ana } = await household();
  const create = () => ana.call.invite.create({ role: 'Employee' });
  expect(await ticksOf(world, { ana }, 'chat', create)).toEqual({ ana: ['member'] });
  const [made] = await ana.call.invite.list();
  const revoke = () => ana.call.invite.revoke({ id: made?.id ?? '' });
  expect(await ticksOf(world, { ana }, 'chat', revoke)).toEqual({ ana: ['member'] });
});
