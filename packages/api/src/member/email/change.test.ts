import { emailTakeBack } from '@onus/db/schema/access/auth';
import { audit } from '@onus/db/schema/audit';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMailer } from '../../core/mail.ts';
import { createScope, createSystemScope } from '../../core/scope.ts';
import { authenticator } from '../../passkey/testing.ts';
import { findAccount } from '../../people/find.ts';
import { enrolled } from '../../second-factor/testing.ts';
import {
  admin,
  type Browser,
  dayFrom,
  idOf,
  member,
  openMailbox,
  testWorld,
  ticksOf,
} from '../../testing.ts';
import { updateSelf } from '../edit.ts';
import { mayChangeOwnEmail } from '../policy.ts';

const CONFIRM = { code: 'FORBIDDEN', message: 'Enter your password to change your email' };
const WRONG = { code: 'BAD_REQUEST', message: 'Current password is wrong' };
const INVALID = { code: 'BAD_REQUEST', message: 'Error: this link is invalid or has expired.' };
const TAKEN = { code: 'CONFLICT', message: 'An account with this email already exists' };
const LATER = 10 * 60_000 + 1;
const WEEK = 7 * 86_400_000;

async function mailed(settings: { areCommitsSteady?: boolean } = {}) {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const mailer = createMailer({ url: mailbox.url, from: 'onus@localhost', onFailure: () => {} });
  const world = testWorld(undefined, { mailer, ...settings });
  const ana = await world.person('Ana');
  /** What was mailed next, and the token in it. */
  async function nextLink() {
    const { to, text } = await mailbox.next();
    return { to, text, token: /take-back-email\?token=([\w-]{43})/.exec(text)?.[1] ?? 'no link' };
  }
  return { world, mailbox, ana, nextLink };
}

async function withPasskey(who: Browser) {
  const key = authenticator();
  const options = await who.call.passkey.registerOptions({ currentPassword: 'Ana-secret' });
  await who.call.passkey.register({ name: 'Phone', response: key.register(options) });
  return key;
}

async function signInWith({ call }: Browser, key: ReturnType<typeof authenticator>) {
  return call.passkey.signIn({ response: key.signIn(await call.passkey.signInOptions()) });
}

/** Ten minutes after signing in, with a token that is good. */
async function later(world: ReturnType<typeof testWorld>, who: Browser): Promise<void> {
  world.advance(LATER);
  who.held.accessToken = (await who.call.auth.refresh()).accessToken;
}

test('right after a sign-in the browser is enough, later the password is needed', () => {
  const scope = { now: 1_000_000 } as Parameters<typeof mayChangeOwnEmail>[0];
  expect(mayChangeOwnEmail(scope, 400_000, false)).toBe(true);
  expect(mayChangeOwnEmail(scope, 399_999, false)).toBe(false);
  expect(mayChangeOwnEmail(scope, 399_999, true)).toBe(true);
  // By a clock that was ahead and is set right: such a sign-in may be a year old.
  expect(mayChangeOwnEmail(scope, 1_600_001, false)).toBe(false);
  expect(mayChangeOwnEmail(scope, 1_000_005, false)).toBe(true);
});

describe('a change of one’s own email', () => {
  const CALLS: Record<string, (who: Browser, email: string, currentPassword?: string) => Promise<unknown>> = {
    'member.updateSelf': ({ call }, email, currentPassword) =>
      call.member.updateSelf({ email, currentPassword }),
    'member.update': async (who, email, currentPassword) =>
      who.call.member.update({ id: await idOf(who), email, currentPassword }),
  };

  test.each(Object.entries(CALLS))('by %s asks for the password ten minutes later', async (_name, change) => {
    const world = testWorld();
    const ana = await world.person('Ana');
    await change(ana, 'first@example.com');
    await later(world, ana);
    await expect(change(ana, 'second@example.com')).rejects.toMatchObject({
      ...CONFIRM,
      cause: { code: 'CONFIRM_PASSWORD' },
    });
    await expect(change(ana, 'second@example.com', 'guess')).rejects.toMatchObject(WRONG);
    expect(await ana.call.auth.me()).toMatchObject({ email: 'first@example.com' });
    await change(ana, 'second@example.com', 'Ana-secret');
    expect(await ana.call.auth.me()).toMatchObject({ email: 'second@example.com' });
  });

  test.each(Object.entries(CALLS))('by %s limits guesses at the password', async (_name, change) => {
    const world = testWorld();
    const ana = await world.person('Ana');
    await later(world, ana);
    for (let n = 0; n < 10; n++)
      await expect(change(ana, 'a@example.com', 'guess')).rejects.toMatchObject(WRONG);
    await expect(change(ana, 'a@example.com', 'Ana-secret')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  test('a name, and an email that stays, need no password', async () => {
    const world = testWorld();
    const ana = await world.person('Ana');
    await later(world, ana);
    const { username } = await ana.call.member.updateSelf({ username: 'Anna', email: 'ana@example.com' });
    expect(username).toBe('Anna');
  });

  test('a stranger learns nothing of other accounts before the password is right', async () => {
    const world = testWorld();
    const ana = await world.person('Ana');
    await world.person('Ben');
    await later(world, ana);
    const taken = ana.call.member.updateSelf({ email: 'ben@example.com' });
    await expect(taken).rejects.toMatchObject(CONFIRM);
  });

  test('a password that was changed during the check proves nothing', async () => {
    const world = testWorld();
    const ana = await world.person('Ana');
    await later(world, ana);
    const before = findAccount(world.db, createSystemScope(0), 'ana@example.com');
    await ana.call.auth.changePassword({ current: 'Ana-secret', password: 'other words' });
    const account = await ana.call.auth.me();
    const [session] = await ana.call.auth.sessions();
    const call = { now: world.clock(), changed() {} };
    const scope = createScope(call, account, session?.id ?? '', dayFrom(world, 0));
    const change = { checked: before?.passwordHash ?? null, mails: false };
    expect(() => updateSelf(world.db, scope, { email: 'thief@example.com' }, change)).toThrow(
      CONFIRM.message,
    );
  });

  test('a manager changes a member’s email as before, and the member gets no link', async () => {
    const { world, mailbox } = await mailed();
    const boss = await world.person('Boss', 'Manager');
    const kid = await member(world, boss, 'Kid');
    await mailbox.next();
    const id = await idOf(kid);
    await later(world, boss);
    await boss.call.member.update({ id, email: 'other@example.com' });
    expect(world.db.select().from(emailTakeBack).all()).toEqual([]);
  });
});

describe('the link to the old address', () => {
  test('restores the email, signs everyone out and works once', async () => {
    const { world, ana, nextLink } = await mailed();
    await ana.call.member.updateSelf({ email: 'thief@example.com' });
    const { to, text, token } = await nextLink();
    expect(to).toEqual(['ana@example.com']);
    expect(text).toContain('https://onus.example/take-back-email?token=');
    expect(text).not.toContain('thief');
    const { message } = await world.browser().call.auth.takeBackEmail({ token });
    expect(message).not.toContain('Error');
    await expect(ana.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
    const owner = world.browser();
    await owner.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' });
    await expect(world.browser().call.auth.takeBackEmail({ token })).rejects.toMatchObject(INVALID);
  });

  test.each([
    ['opens a second before seven days are over', WEEK - 1_000, true],
    ['and no more a second after', WEEK + 1_000, false],
  ])('%s', async (_name, age, opens) => {
    const { world, ana, nextLink } = await mailed();
    await ana.call.member.updateSelf({ email: 'second@example.com' });
    const { token } = await nextLink();
    world.advance(age);
    const taken = world.browser().call.auth.takeBackEmail({ token });
    if (!opens) return expect(taken).rejects.toMatchObject(INVALID);
    await taken;
    const owner = world.browser();
    await owner.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' });
  });

  test('ends the later ones, and a later one leaves the earlier', async () => {
    const { world, ana, nextLink } = await mailed();
    const emails = ['second@example.com', 'third@example.com', 'fourth@example.com'];
    const tokens: string[] = [];
    for (const email of emails) {
      await ana.call.member.updateSelf({ email });
      tokens.push((await nextLink()).token);
    }
    const take = (token = '') => world.browser().call.auth.takeBackEmail({ token });
    await take(tokens[1]);
    await expect(take(tokens[2])).rejects.toMatchObject(INVALID);
    await take(tokens[0]);
    const owner = world.browser();
    await owner.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' });
  });

  test('ends a reset link that the new address was sent', async () => {
    const { world, mailbox, ana, nextLink } = await mailed();
    await ana.call.member.updateSelf({ email: 'thief@example.com' });
    const { token } = await nextLink();
    await world.browser().call.auth.requestReset({ email: 'thief@example.com' });
    const reset = /activate\?token=([\w-]{43})/.exec((await mailbox.next()).text)?.[1] ?? '';
    await world.browser().call.auth.takeBackEmail({ token });
    const redeemed = world.browser().call.auth.activate({ token: reset, password: 'long enough' });
    await expect(redeemed).rejects.toMatchObject(INVALID);
  });

  test('survives a password that the thief sets', async () => {
    const { world, ana, nextLink } = await mailed();
    await ana.call.member.updateSelf({ email: 'thief@example.com' });
    const { token } = await nextLink();
    await ana.call.auth.changePassword({ current: 'Ana-secret', password: 'stolen words' });
    await world.browser().call.auth.takeBackEmail({ token });
    const reset = await world.browser().call.auth.requestReset({ email: 'ana@example.com' });
    expect(reset.message).toContain('on its way');
    expect((await nextLink()).to).toEqual(['ana@example.com']);
  });

  test('removes a passkey and an authenticator app that were set up after the change', async () => {
    const { world, ana, nextLink } = await mailed();
    const own = await withPasskey(ana);
    world.advance(1);
    await ana.call.member.updateSelf({ email: 'thief@example.com' });
    const { token } = await nextLink();
    const stolen = await withPasskey(ana);
    await enrolled(world, ana, 'Ana-secret');
    await world.browser().call.auth.takeBackEmail({ token });
    const owner = world.browser();
    await expect(signInWith(owner, stolen)).rejects.toMatchObject({ cause: { code: 'UNAUTHORIZED' } });
    await owner.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' });
    await signInWith(owner, own);
    const resets = world.db.select().from(audit).where(eq(audit.event, 'secondFactor.reset')).all();
    expect(resets).toHaveLength(1);
  });

  test('leaves an authenticator app that was set up before the change', async () => {
    const { world, ana, nextLink } = await mailed();
    await enrolled(world, ana, 'Ana-secret');
    world.advance(1);
    await ana.call.member.updateSelf({ email: 'thief@example.com' });
    const { token } = await nextLink();
    await world.browser().call.auth.takeBackEmail({ token });
    const login = world.browser().call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' });
    await expect(login).rejects.toMatchObject({ cause: { code: 'SECOND_FACTOR' } });
  });

  test('keeps the old address for its owner until it expires', async () => {
    const { world, ana, nextLink } = await mailed();
    const boss = await world.person('Boss', 'Manager');
    await ana.call.member.updateSelf({ email: 'second@example.com' });
    const { token } = await nextLink();
    const again = { name: 'Thief', email: 'ana@example.com', password: 'x', roles: 'User' };
    await expect(world.browser().call.auth.register(again)).rejects.toMatchObject(TAKEN);
    const made = boss.call.member.create({ ...again, username: 'Thief', password: 'secret', roles: [] });
    await expect(made).rejects.toMatchObject(TAKEN);
    await world.browser().call.auth.takeBackEmail({ token });
    await expect(world.browser().call.auth.register(again)).rejects.toMatchObject(TAKEN);
  });

  test('is sent although strangers filled the mailbox with reset links before', async () => {
    // A request that is sent twice counts twice.
    const { world, mailbox, ana, nextLink } = await mailed({ areCommitsSteady: true });
    for (let n = 0; n < 6; n++) await world.browser().call.auth.requestReset({ email: 'ana@example.com' });
    for (let n = 0; n < 5; n++) await mailbox.next();
    await ana.call.member.updateSelf({ email: 'thief@example.com' });
    expect((await nextLink()).to).toEqual(['ana@example.com']);
  });

  test('comes with every change: one that could not be mailed is refused', async () => {
    const { world, mailbox, ana, nextLink } = await mailed({ areCommitsSteady: true });
    await world.person('Ben');
    const change = (email: string) => ana.call.member.updateSelf({ email });
    const emails = ['ana', 'a1', 'a2', 'a3', 'a4', 'a5'].map(name => `${name}@example.com`);
    for (const [at, email] of emails.slice(1).entries()) {
      // Neither a refusal nor a change of something else counts.
      await expect(change('ben@example.com')).rejects.toMatchObject(TAKEN);
      await change(email);
      expect((await nextLink()).to).toEqual([emails[at]]);
      await ana.call.member.updateSelf({ email, username: `Ana ${at}` });
    }
    const refused = await change('a6@example.com').catch(error => error);
    expect(refused).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('At most 5 changes of one person’s email in an hour'),
    });
    expect(refused.cause.retryAfter).toBeGreaterThan(3_000);
    expect(await ana.call.auth.me()).toMatchObject({ email: 'a5@example.com' });
    expect(mailbox.mails).toHaveLength(5);
    const id = await idOf(ana);
    await expect(ana.call.member.update({ id, email: 'a6@example.com' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await ana.call.member.updateSelf({ username: 'Anna' });
  });

  test('is counted for one’s own email alone: a manager changes those of members all the same', async () => {
    const { world, nextLink } = await mailed();
    const boss = await admin(world, 'Boss');
    for (let n = 0; n < 5; n += 1) {
      await boss.call.member.updateSelf({ email: `boss-${n}@example.com` });
      await nextLink();
    }
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await idOf(await member(world, boss, `Kid${n}`)));
    const changes = ids.map((id, n) => boss.call.member.update({ id, email: `new-${n}@example.com` }));
    const emails = (await Promise.all(changes)).map(({ email }) => email);
    expect(emails).toEqual(ids.map((_, n) => `new-${n}@example.com`));
    const sixth = boss.call.member.updateSelf({ email: 'boss-5@example.com' });
    await expect(sixth).rejects.toMatchObject({ cause: { code: 'TOO_MANY_REQUESTS' } });
  });

  test('ends with the account, and when a manager sets the email', async () => {
    const { world, ana, nextLink } = await mailed();
    const root = await admin(world, 'Root');
    const ben = await world.person('Ben');
    const tokens: string[] = [];
    for (const who of [ana, ben]) {
      await who.call.member.updateSelf({ email: `new-${await idOf(who)}@example.com` });
      tokens.push((await nextLink()).token);
    }
    await root.call.member.delete({ id: await idOf(ana) });
    await root.call.member.update({ id: await idOf(ben), email: 'set@example.com' });
    for (const token of tokens)
      await expect(world.browser().call.auth.takeBackEmail({ token })).rejects.toMatchObject(INVALID);
  });

  test('everyone who sees the email hears of it, and the audit log tells', async () => {
    const { world, ana, nextLink } = await mailed();
    const root = await admin(world, 'Root');
    await ana.call.member.updateSelf({ email: 'thief@example.com' });
    const { token } = await nextLink();
    const take = () => world.browser().call.auth.takeBackEmail({ token });
    const heard = await ticksOf(world, { ana, root }, 'session', take);
    expect(heard).toMatchObject({ root: ['member', 'task', 'grocery', 'chat'] });
    const { items } = await root.call.audit.list({});
    expect(items[0]).toMatchObject({
      event: 'email.restored',
      subject: { username: 'Ana' },
      detail: { from: 'thief@example.com', to: 'ana@example.com' },
    });
  });

  test('is not made where no mail is sent', async () => {
    const world = testWorld();
    const ana = await world.person('Ana');
    await ana.call.member.updateSelf({ email: 'second@example.com' });
    expect(world.db.select().from(emailTakeBack).all()).toEqual([]);
  });

  test('is limited in guesses', async () => {
    const world = testWorld();
    const take = () => world.browser().call.auth.takeBackEmail({ token: 'x' });
    for (let n = 0; n < 30; n++) await expect(take()).rejects.toMatchObject(INVALID);
    await expect(take()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
