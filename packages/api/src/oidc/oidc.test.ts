import { audit } from '@onus/db/schema/audit';
import { user } from '@onus/db/schema/user';
import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Identity, Provider } from '../core/oidc/provider.ts';
import { enrolled, STEP } from '../second-factor/testing.ts';
import { idOf, member, testWorld, ticksOf, type World } from '../testing.ts';

/** An answer of the provider cannot be tried again: its code is used up. */
const STEADY = { areCommitsSteady: true };
const CALLBACK = 'https://onus.example/auth/oidc/callback';
const ANA: Identity = {
  ...{ issuer: 'https://id.example', subject: 'ana-1', name: 'Ana' },
  ...{ email: 'ana@example.com', isVerified: true },
};

/** What a provider says of the person who signs in there. A real one is on the other side in the journeys. */
function saying(identity: Identity): Provider {
  return {
    name: 'Home ID',
    begin: async () => ({ url: '', begun: { state: 's', nonce: 'n', verifier: 'v' } }),
    identify: async () => identity,
  };
}

async function comingBack(world: World) {
  const browser = world.browser();
  await browser.call.oidc.start();
  const { isSignedIn } = await browser.call.oidc.finish({ url: CALLBACK });
  return { browser, isSignedIn };
}

test('the provider replaces neither the password at the first time nor the second factor', async () => {
  const world = testWorld(undefined, { ...STEADY, provider: saying(ANA) });
  const ana = await world.person('Ana');
  const { app } = await enrolled(world, ana, 'Ana-secret');

  const { browser, isSignedIn } = await comingBack(world);
  expect(isSignedIn).toBe(false);
  const { call, held } = browser;
  expect(await call.oidc.offer()).toEqual({ name: 'Home ID', email: 'ana@example.com', asks: 'password' });
  const wrong = { code: 'UNAUTHORIZED', message: 'Wrong password' };
  await expect(call.oidc.link({ code: app(1) })).rejects.toMatchObject(wrong);
  const asked = { cause: { code: 'SECOND_FACTOR' } };
  await expect(call.oidc.link({ password: 'Ana-secret' })).rejects.toMatchObject(asked);
  expect(held.cookie).toBeNull();
  expect(await ana.call.oidc.list()).toEqual([]);
  await call.oidc.link({ password: 'Ana-secret', code: app(1) });
  expect(held.cookie).not.toBeNull();
  expect(await ana.call.oidc.list()).toMatchObject([{ email: 'ana@example.com' }]);

  // From then on the code alone is asked.
  world.advance(STEP);
  const again = await comingBack(world);
  expect(again.isSignedIn).toBe(false);
  expect(await again.browser.call.oidc.offer()).toMatchObject({ asks: 'code' });
  await expect(again.browser.call.oidc.link({ password: 'Ana-secret' })).rejects.toMatchObject(asked);
  await expect(again.browser.call.oidc.link({ code: app(0) })).rejects.toMatchObject(asked);
  await again.browser.call.oidc.link({ code: app(1) });
  expect(again.browser.held.cookie).not.toBeNull();
});

test('what ends an account or returns it to its owner ends the linked sign-ins', async () => {
  const world = testWorld(undefined, { ...STEADY, provider: saying(ANA) });
  const first = await comingBack(world);
  const { accessToken } = await first.browser.call.auth.refresh();
  first.browser.held.accessToken = accessToken;
  expect(await first.browser.call.oidc.list()).toHaveLength(1);
  const boss = await world.person('Boss', 'Manager');
  world.db.$client.prepare("update user set roles = 'Admin,Manager' where username = 'Boss'").run();
  await boss.call.member.delete({ id: await idOf(first.browser) });
  expect(world.db.$client.prepare('select count(*) from identity').pluck().get()).toBe(0);
  // The same person may begin again.
  expect((await comingBack(world)).isSignedIn).toBe(true);
});

test('an inactive account is not entered', async () => {
  const world = testWorld(undefined, { ...STEADY, provider: saying({ ...ANA, email: 'ben@example.com' }) });
  const boss = await world.person('Boss', 'Manager');
  const ben = await member(world, boss, 'Ben');
  const { browser } = await comingBack(world);
  await browser.call.oidc.link({ password: 'secret' });
  await boss.call.member.update({ id: await idOf(ben), active: false });
  await expect(comingBack(world)).rejects.toMatchObject({ cause: { code: 'INACTIVE' } });
});

test('an activation link signs no one in who has a second factor', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const ben = await member(world, boss, 'Ben');
  const { url } = await boss.call.member.link({ id: await idOf(ben) });
  await enrolled(world, ben, 'secret');
  const stranger = world.browser();
  const token = url.split('=')[1] ?? '';
  expect(await stranger.call.auth.activate({ token, password: 'a new one' })).toEqual({
    message: 'Your password is set. You can log in now.',
  });
  expect(stranger.held.cookie).toBeNull();
});

test('where a second factor is required, a token of a person without one is refused until there is one', async () => {
  const before = testWorld(undefined, STEADY);
  const ana = await before.person('Ana');
  const { token } = await ana.call.token.create({ name: 'Script', scopes: ['tasks'] });
  const world = testWorld(before.db, { ...STEADY, requireSecondFactor: 'all', firstDay: '2030-01-01' });
  const script = world.browser();
  script.held.accessToken = token;
  const required = { cause: { code: 'SECOND_FACTOR_REQUIRED' } };
  await expect(script.call.task.list({ view: 'all' })).rejects.toMatchObject(required);
  const phone = world.browser();
  const login = { email: 'ana@example.com', password: 'Ana-secret' };
  phone.held.accessToken = (await phone.call.auth.login(login)).accessToken;
  await enrolled(world, phone, 'Ana-secret');
  expect((await script.call.task.list({ view: 'all' })).items).toEqual([]);
});

test('linking and unlinking are in the audit log, and every browser hears of them', async () => {
  const world = testWorld(undefined, { ...STEADY, provider: saying(ANA) });
  const ana = await world.person('Ana');
  const { browser } = await comingBack(world);
  await browser.call.oidc.link({ password: 'Ana-secret' });
  const [linked] = await ana.call.oidc.list();
  const unlink = () => ana.call.oidc.unlink({ id: linked?.id ?? 0 });
  expect(await ticksOf(world, { ana }, 'chat', unlink)).toEqual({ ana: ['session'] });
  // Once more removes nothing, and says nothing.
  expect(await ticksOf(world, { ana }, 'chat', unlink)).toEqual({ ana: [] });
  const events = world.db.select().from(audit).where(like(audit.event, 'identity.%')).all();
  expect(events.map(({ event, actorName }) => `${event} ${actorName}`)).toEqual([
    'identity.linked Ana',
    'identity.unlinked Ana',
  ]);
});

test.each(['closed', 'invite'] as const)(
  'where registration is %s, the provider makes no account',
  async registration => {
    const world = testWorld(undefined, { ...STEADY, provider: saying(ANA), registration: 'open' });
    await world.person('Boss', 'Manager');
    const browser = world.browser();
    browser.context.registration = registration;
    await browser.call.oidc.start();
    await expect(browser.call.oidc.finish({ url: CALLBACK })).rejects.toMatchObject({
      message: 'Registration is closed',
    });
    expect(browser.held.cookie).toBeNull();
    expect(world.db.select().from(user).all()).toHaveLength(1);
  },
);
