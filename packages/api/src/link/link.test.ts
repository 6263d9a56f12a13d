import { LINK_INVALID } from '@onus/contract/auth/inputs';
import { ACTIVATION_TOO_SHORT } from '@onus/contract/auth/password';
import type { Role } from '@onus/contract/auth/role';
import { session } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../core/errors.ts';
import { createScope, createSystemScope, createVisitor, type Scope } from '../core/scope.ts';
import { testWorld, type World } from '../testing.ts';
import { fittingKind } from './find.ts';
import { endLinks, type IssuedLink, issueLink, redeemLink } from './issue.ts';
import { mayIssueLink } from './policy.ts';

const HOUR = 3_600_000;
const INVALID = { code: 'BAD_REQUEST', message: LINK_INVALID };

function idOf(world: World, email = 'ana@example.com'): string {
  return world.db.select().from(user).where(eq(user.email, email)).get()?.id ?? '';
}

function linkFor(world: World, kind: IssuedLink['kind'], email?: string): IssuedLink {
  return issueLink(world.db, createSystemScope(world.clock()), idOf(world, email), kind);
}

function login(world: World, password: string) {
  return world.browser().call.auth.login({ email: 'ana@example.com', password });
}

function scopeOf(id: string, roles: Role[], managerId: string | null = null): Scope {
  const account = { id, username: id, email: `${id}@example.com`, roles, managerId };
  return createScope({ now: 0, changed() {} }, account, 's', '2026-01-01');
}

describe('redeeming', () => {
  test('a reset link sets the password and does not sign in', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token, path } = linkFor(world, 'reset');
    expect(path).toBe(`/activate?token=${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const stranger = world.browser();
    const answer = await stranger.call.auth.activate({ token, password: 'fresh' });
    expect(answer).toEqual({ message: 'Your password is set. You can log in now.' });
    expect(stranger.held).toEqual({ accessToken: null, cookie: null, marker: null, oidc: null });
    await expect(login(world, 'Ana-secret')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await login(world, 'fresh')).user.username).toBe('Ana');
  });

  test('an activation link sets the first password and signs in, and the session before is over', async () => {
    const world = testWorld();
    const before = await world.person('Ana');
    const { token } = linkFor(world, 'activation');
    const ana = world.browser();
    const { message, accessToken } = await ana.call.auth.activate({ token, password: 'fresh' });
    expect(message).toBe('Your password is set. You are signed in.');
    expect(ana.held).toMatchObject({ cookie: expect.any(String), marker: expect.any(String) });
    ana.held.accessToken = accessToken ?? null;
    expect((await ana.call.auth.me()).username).toBe('Ana');
    await expect(before.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
    expect(world.db.select().from(session).all()).toHaveLength(1);
    await login(world, 'fresh');
  });

  test('an activation over a socket, which cannot set the cookie, leaves the link as it is', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, 'activation');
    const socket = world.browser();
    socket.context.caller.cookie.demand = () => {
      throw new DomainError('BAD_REQUEST', 'Sign in over HTTP: a socket cannot set a cookie');
    };
    const refused = socket.call.auth.activate({ token, password: 'fresh' });
    await expect(refused).rejects.toThrow('Error: Sign in over HTTP');
    await world.browser().call.auth.activate({ token, password: 'fresh' });
  });

  test.each(['activation', 'reset'] as const)('an %s link says whose account it is', async kind => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, kind);
    const { call } = world.browser();
    const owner = { kind, username: 'Ana', email: 'ana@example.com' };
    expect(await call.auth.lookAtLink({ token })).toEqual(owner);
    await call.auth.activate({ token, password: 'fresh' });
    for (const bad of [token, 'rubbish', '']) {
      await expect(call.auth.lookAtLink({ token: bad })).rejects.toMatchObject(INVALID);
    }
  });

  test('it ends every session of that person and no other, and their streams', async () => {
    const world = testWorld();
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    const stream = (await ana.call.live.onChange())[Symbol.asyncIterator]();
    const { token } = linkFor(world, 'reset');
    await world.browser().call.auth.activate({ token, password: 'fresh' });
    await expect(ana.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
    await expect(ana.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect((await ben.call.auth.me()).username).toBe('Ben');
  });

  test('a login that began with the old password starts no session after the new one is set', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, 'reset');
    const passwordHash = await world.passwords.hash('fresh', 5, { address: '' });
    const begun = login(world, 'Ana-secret');
    // By now the old password is being checked; the new one is set before that is done.
    await new Promise(resolve => setImmediate(resolve));
    redeemLink(world.db, createVisitor({ now: world.clock(), changed() {} }), token, passwordHash);
    await Promise.allSettled([begun]);
    expect(world.db.select().from(session).all()).toEqual([]);
  });

  test('fifty at once: one succeeds', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, 'activation');
    // From an address each: one address tries thirty links that are used in a minute.
    const tries = Array.from({ length: 50 }, (_, n) =>
      world.browser({ address: `192.0.2.${n}` }).call.auth.activate({ token, password: `fresh-${n}` }),
    );
    const ends = await Promise.allSettled(tries);
    const winners = ends.flatMap((end, n) => (end.status === 'fulfilled' ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(INVALID);
    expect((await login(world, `fresh-${winners[0]}`)).user.username).toBe('Ana');
  });

  test('a password too short says so, word for word, and leaves the link as it is', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, 'activation');
    const { call } = world.browser();
    expect(ACTIVATION_TOO_SHORT).toBe('Your passwords is less than 5 characters. Try again.');
    await expect(call.auth.activate({ token, password: 'four' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: ACTIVATION_TOO_SHORT,
    });
    await call.auth.activate({ token, password: 'fives' });
  });

  test('the setting raises the minimum and never lowers it', async () => {
    const world = testWorld(undefined, { passwordMinLength: 8 });
    const { call } = await world.person('Annabel');
    const { token } = linkFor(world, 'activation', 'annabel@example.com');
    await expect(call.auth.activate({ token, password: 'seven77' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Error: Password must have at least 8 characters',
    });
    await expect(call.auth.activate({ token, password: 'four' })).rejects.toThrow(ACTIVATION_TOO_SHORT);
  });

  test.each([
    [{ token: 'rubbish', password: 'fresh' }, LINK_INVALID],
    [{ token: '', password: 'fresh' }, LINK_INVALID],
    [{ token: 'x'.repeat(101), password: 'fresh' }, LINK_INVALID],
    [{ password: 'fresh' }, LINK_INVALID],
    [{ token: 'rubbish', password: 'x'.repeat(129) }, 'Error: Password is too long: at most 128'],
    [{ token: 'rubbish' }, 'Error: Password is required'],
  ])('%j is refused with a message that says Error', async (input, message) => {
    const { call } = testWorld().browser();
    const refused = call.auth.activate(input as { token: string; password: string });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  });
});

describe('what no longer opens', () => {
  test.each([
    ['activation', 72 * HOUR],
    ['reset', HOUR],
  ] as const)('an %s link after %d ms', async (kind, life) => {
    const world = testWorld();
    await world.person('Ana');
    const link = linkFor(world, kind);
    // The clock runs on by itself during the test: half a minute is more than a test takes.
    expect(Math.abs(Date.parse(link.expiresAt) - world.clock() - life)).toBeLessThan(30_000);
    world.advance(life - 30_000);
    const { call } = world.browser();
    await expect(call.auth.activate({ token: link.token, password: 'four' })).rejects.toThrow(
      'Your passwords',
    );
    world.advance(30_001);
    await expect(call.auth.activate({ token: link.token, password: 'fresh' })).rejects.toMatchObject(INVALID);
    world.advance(-30_001);
    await call.auth.activate({ token: link.token, password: 'fresh' });
  });

  test('a link that was used', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, 'reset');
    const { call } = world.browser();
    await call.auth.activate({ token, password: 'fresh' });
    await expect(call.auth.activate({ token, password: 'again' })).rejects.toMatchObject(INVALID);
    expect((await login(world, 'fresh')).accessToken).toBeTruthy();
  });

  test('a link with a newer one after it, of either kind and of this person only', async () => {
    const world = testWorld();
    await world.person('Ana');
    await world.person('Ben');
    const bens = linkFor(world, 'activation', 'ben@example.com');
    const links = [linkFor(world, 'activation'), linkFor(world, 'reset'), linkFor(world, 'activation')];
    const { call } = world.browser();
    for (const { token } of links.slice(0, 2))
      await expect(call.auth.activate({ token, password: 'fresh' })).rejects.toMatchObject(INVALID);
    await call.auth.activate({ token: links[2]?.token ?? '', password: 'fresh' });
    await call.auth.activate({ token: bens.token, password: 'fresh' });
  });

  test('a link of an account that is inactive or deleted, or whose links were ended', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, 'reset');
    const refused = () => expect(world.browser().call.auth.activate({ token, password: 'fresh' })).rejects;
    world.db.update(user).set({ active: false }).run();
    await refused().toMatchObject(INVALID);
    expect(() => linkFor(world, 'reset')).toThrow('This account is not active');
    world.db.update(user).set({ active: true, deletedAt: 1 }).run();
    await refused().toMatchObject(INVALID);
    expect(() => linkFor(world, 'reset')).toThrow('User not found');
    world.db.update(user).set({ deletedAt: null }).run();
    endLinks(world.db, createSystemScope(world.clock()), idOf(world));
    await refused().toMatchObject(INVALID);
  });

  test('the thirty-first bad link in a minute, while a good one still opens', async () => {
    const world = testWorld();
    await world.person('Ana');
    const bad = (address?: string) =>
      world.browser(address ? { address } : {}).call.auth.activate({ token: 'rubbish', password: 'fresh' });
    for (let n = 0; n < 30; n++) await expect(bad()).rejects.toMatchObject(INVALID);
    await expect(bad()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Error: Too many attempts. Try again in a minute.',
      cause: { retryAfter: 60 },
    });
    await expect(bad('198.51.100.7')).rejects.toMatchObject(INVALID);
    const { token } = linkFor(world, 'reset');
    await world.browser().call.auth.activate({ token, password: 'fresh' });
  });
});

describe('issuing', () => {
  test('the database holds no token', async () => {
    const world = testWorld();
    await world.person('Ana');
    const { token } = linkFor(world, 'activation');
    expect(world.db.$client.serialize().toString('latin1')).not.toContain(token);
  });

  test('activation fits until a password was chosen, then reset', async () => {
    const world = testWorld();
    await world.person('Ana');
    const fitting = () => fittingKind(world.db, createSystemScope(world.clock()), idOf(world));
    expect(fitting()).toBe('reset');
    world.db.update(user).set({ activatedAt: null }).run();
    expect(fitting()).toBe('activation');
    const { token } = linkFor(world, 'activation');
    await world.browser().call.auth.activate({ token, password: 'fresh' });
    expect(fitting()).toBe('reset');
    world.db.update(user).set({ passwordHash: null }).run();
    expect(fitting()).toBe('activation');
  });

  test('another’s member is not found', async () => {
    const world = testWorld();
    await world.person('Ana');
    const id = idOf(world);
    const stranger = scopeOf('m', ['Manager']);
    expect(() => issueLink(world.db, stranger, id, 'reset')).toThrow('User not found');
    expect(issueLink(world.db, scopeOf('a', ['Admin']), id, 'reset').kind).toBe('reset');
  });

  const member = { id: 'e', managerId: 'm', roles: ['Employee'] as Role[] };
  test.each([
    ['their manager', scopeOf('m', ['Manager']), member, true],
    ['another manager', scopeOf('n', ['Manager']), member, false],
    ['a teammate', scopeOf('f', ['Employee'], 'm'), member, false],
    ['oneself', scopeOf('e', ['Employee'], 'm'), member, false],
    ['an Admin for himself', scopeOf('e', ['Admin']), member, false],
    ['who was their manager and is none', scopeOf('m', ['Employee']), member, false],
    ['an Admin', scopeOf('a', ['Admin']), member, true],
    [
      'their manager, for an Admin',
      scopeOf('m', ['Manager']),
      { ...member, roles: ['Admin' as Role] },
      false,
    ],
    ['a single user, for a member of no one', scopeOf('u', ['User']), { ...member, managerId: null }, false],
  ])('%s: %#', (_who, scope, holder, allowed) => {
    expect(mayIssueLink(scope, holder)).toBe(allowed);
  });
});
