import { audit } from '@onus/db/schema/audit';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createMailer } from '../core/mail.ts';
import { authenticator } from '../passkey/testing.ts';
import { admin, type Browser, idOf, openMailbox, testWorld, ticksOf, type World } from '../testing.ts';
import { appWith, enrolled } from './testing.ts';

/** Two servers share one database, and only the calls of one would be made again. */
const STEADY = { areCommitsSteady: true };
const REQUIRED = { cause: { code: 'SECOND_FACTOR_REQUIRED' } };

/** The same person and database under a server that started with another setting. */
function restarted(world: World, { held }: Browser, requireSecondFactor: 'none' | 'admins' | 'all') {
  const later = testWorld(world.db, { ...STEADY, requireSecondFactor });
  const browser = later.browser();
  Object.assign(browser.held, held);
  return { later, browser };
}

test('a session from before the requirement is refused, also its refreshed one, until an app is set up', async () => {
  const world = testWorld(undefined, STEADY);
  const ana = await world.person('Ana');
  const { later, browser } = restarted(world, ana, 'all');
  await expect(browser.call.task.list({ view: 'all' })).rejects.toMatchObject(REQUIRED);
  browser.held.accessToken = (await browser.call.auth.refresh()).accessToken;
  for (const call of [() => browser.call.auth.me(), () => browser.call.auth.sessions()]) {
    await expect(call()).rejects.toMatchObject(REQUIRED);
  }
  expect(await browser.call.secondFactor.status()).toMatchObject({
    isRequired: true,
    isOn: false,
    hasShown: false,
  });
  const { secret } = await browser.call.totp.start({ currentPassword: 'Ana-secret' });
  await expect(browser.call.auth.me()).rejects.toMatchObject(REQUIRED);
  await browser.call.totp.confirm({ code: appWith(later, secret)() });
  expect((await browser.call.auth.me()).username).toBe('Ana');
});

test('a second factor that was shown before the requirement counts', async () => {
  const world = testWorld(undefined, STEADY);
  const ana = await world.person('Ana');
  await enrolled(world, ana, 'Ana-secret');
  const { browser } = restarted(world, ana, 'all');
  expect((await browser.call.auth.me()).username).toBe('Ana');
});

test('`admins` asks Admins only, and asks a person at the moment that they become one', async () => {
  const world = testWorld(undefined, { requireSecondFactor: 'admins' });
  const [boss, ana] = [await admin(world, 'Boss'), await world.person('Ana', 'Manager')];
  await expect(boss.call.auth.me()).rejects.toMatchObject(REQUIRED);
  await ana.call.auth.me();
  const { id } = await ana.call.auth.me();
  await enrolled(world, boss, 'Boss-secret');
  await boss.call.member.update({ id, admin: true });
  await expect(ana.call.member.list({})).rejects.toMatchObject(REQUIRED);
  await expect(ana.call.auth.changePassword({ current: 'Ana-secret', password: 'x' })).rejects.toMatchObject(
    REQUIRED,
  );
});

test('a write that waited is refused when its person must show a second factor by then', async () => {
  const world = testWorld(undefined, { requireSecondFactor: 'admins' });
  const ana = await world.person('Ana', 'Manager');
  const { id } = await ana.call.auth.me();
  const { hash } = world.passwords;
  const promote = world.db.update(user).set({ roles: ['Admin', 'Manager'] });
  // Between the check of the session and the write.
  ana.context.passwords = {
    ...world.passwords,
    hash(...sent) {
      promote.where(eq(user.id, id)).run();
      return hash(...sent);
    },
  };
  const ben = { username: 'Ben', email: 'ben@example.com', password: 'secret' };
  await expect(ana.call.member.create(ben)).rejects.toMatchObject(REQUIRED);
  expect(world.db.select().from(user).all()).toHaveLength(1);
});

test('removing the app takes back what it allowed, in every session', async () => {
  const world = testWorld(undefined, { requireSecondFactor: 'all' });
  const ana = await world.person('Ana');
  const { recoveryCodes } = await enrolled(world, ana, 'Ana-secret');
  const phone = world.browser();
  const login = { email: 'ana@example.com', password: 'Ana-secret', code: recoveryCodes[0] };
  phone.held.accessToken = (await phone.call.auth.login(login)).accessToken;
  await phone.call.auth.me();
  await ana.call.totp.remove({ currentPassword: 'Ana-secret' });
  for (const browser of [ana, phone]) await expect(browser.call.auth.me()).rejects.toMatchObject(REQUIRED);
});

test('an Admin resets the second factor of another person, who is signed out and told by email', async () => {
  const mailbox = await openMailbox();
  const mailer = createMailer({ url: mailbox.url, from: 'onus@localhost', onFailure: () => {} });
  const world = testWorld(undefined, { mailer });
  const [boss, ana] = [await admin(world, 'Boss'), await world.person('Ana')];
  await enrolled(world, ana, 'Ana-secret');
  const userId = await idOf(ana);
  expect(await boss.call.secondFactor.reset({ userId })).toEqual({ userId });
  const { to, text } = await mailbox.next();
  expect(to).toEqual(['ana@example.com']);
  expect(text).toContain('Subject: Your second factor on Onus was reset');
  await expect(ana.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  ana.held.accessToken = (
    await ana.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' })
  ).accessToken;
  expect(await ana.call.secondFactor.status()).toMatchObject({ isOn: false, recoveryLeft: 0 });
  // There is nothing more to reset: no session ends, and no email goes out.
  await boss.call.secondFactor.reset({ userId });
  await ana.call.auth.me();
  expect(mailbox.mails).toHaveLength(1);
  await mailbox.close();
});

test('no one resets their own, and no one but an Admin that of another', async () => {
  const world = testWorld();
  const [boss, ana, ben] = [
    await admin(world, 'Boss'),
    await world.person('Ana', 'Manager'),
    await world.person('Ben'),
  ];
  const forbidden = { cause: { code: 'FORBIDDEN' } };
  await enrolled(world, boss, 'Boss-secret');
  for (const who of [boss, ana, ben]) {
    await expect(who.call.secondFactor.reset({ userId: await idOf(boss) })).rejects.toMatchObject(forbidden);
  }
  await expect(boss.call.secondFactor.reset({ userId: 'x' })).rejects.toMatchObject({
    cause: { code: 'NOT_FOUND' },
  });
  expect(await boss.call.secondFactor.status()).toMatchObject({ isOn: true, recoveryLeft: 10 });
});

test('a deleted account keeps no secret', async () => {
  const world = testWorld();
  const [boss, ana] = [await admin(world, 'Boss'), await world.person('Ana')];
  await enrolled(world, ana, 'Ana-secret');
  await boss.call.member.delete({ id: await idOf(ana) });
  for (const table of ['totp', 'recovery_code']) {
    expect(world.db.$client.prepare(`select count(*) from ${table}`).pluck().get()).toBe(0);
  }
});

test('a reset takes passkeys too, is in the audit log and is heard by the person', async () => {
  const world = testWorld();
  const [boss, ana] = [await admin(world, 'Boss'), await world.person('Ana')];
  const key = authenticator();
  const options = await ana.call.passkey.registerOptions({ currentPassword: 'Ana-secret' });
  await ana.call.passkey.register({ name: 'Phone', response: key.register(options) });
  const userId = await idOf(ana);
  const heard = await ticksOf(world, { ana }, 'chat', () => boss.call.secondFactor.reset({ userId }));
  expect(heard).toEqual({ ana: ['session'] });
  const lines = world.db.select().from(audit).where(eq(audit.event, 'secondFactor.reset')).all();
  expect(lines).toMatchObject([{ actorName: 'Boss', subjectName: 'Ana' }]);
  const asked = await world.browser().call.passkey.signInOptions();
  await expect(world.browser().call.passkey.signIn({ response: key.signIn(asked) })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
});

test('a password that is changed during the check removes no second factor', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await enrolled(world, ana, 'Ana-secret');
  const { verify } = world.passwords;
  ana.context.passwords = {
    ...world.passwords,
    async verify(...sent) {
      const checked = await verify(...sent);
      world.db.update(user).set({ passwordHash: 'another' }).run();
      return checked;
    },
  };
  await expect(ana.call.totp.remove({ currentPassword: 'Ana-secret' })).rejects.toMatchObject({
    message: 'Current password is wrong',
  });
  expect(await ana.call.secondFactor.status()).toMatchObject({ isOn: true });
});

test('a person hears in every browser that their app was set up or removed', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  expect(await ticksOf(world, { ana }, 'chat', () => enrolled(world, ana, 'Ana-secret'))).toEqual({
    ana: ['session'],
  });
  const remove = () => ana.call.totp.remove({ currentPassword: 'Ana-secret' });
  expect(await ticksOf(world, { ana }, 'chat', remove)).toEqual({ ana: ['session'] });
});
