import { BUDGETS } from '@onus/contract/limits/budgets';
import { credentialLink } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { createMailer } from '../core/mail.ts';
import {
  admin,
  type Browser,
  idOf,
  type Mailbox,
  member,
  openMailbox,
  testWorld,
  type World,
  type WorldSettings,
} from '../testing.ts';

const HOUR = 3_600_000;
const ABSENT = { code: 'NOT_FOUND', message: 'User not found' };
const FORBIDDEN = { code: 'FORBIDDEN', message: 'You may not do this' };
const INVALID = { code: 'BAD_REQUEST', message: 'Error: this link is invalid or has expired.' };
const DORA = { username: 'Dora', email: 'dora@example.com', password: 'p@ss1' };

const open: Mailbox[] = [];
afterEach(async () => {
  for (const mailbox of open.splice(0)) await mailbox.close();
});

async function mailingWorld(settings: WorldSettings = {}) {
  const mailbox = await openMailbox();
  open.push(mailbox);
  const failures: string[] = [];
  const from = 'Onus <onus@onus.example>';
  const mailer = createMailer({ url: mailbox.url, from, onFailure: reason => failures.push(reason) });
  const world = testWorld(undefined, { mailer, ...settings });
  return { world, mailbox, failures, boss: await world.person('Boss', 'Manager') };
}

async function team() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const ana = await member(world, boss, 'Ana');
  return { world, boss, ana, id: await idOf(ana) };
}

function tokenIn(text: string): string {
  return /^https:\/\/onus\.example\/activate\?token=([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';
}

function redeem(world: World, url: string, password = 'fresh') {
  return world.browser().call.auth.activate({ token: tokenIn(url), password });
}

function login(world: World, email: string, password: string) {
  return world.browser().call.auth.login({ email, password });
}

test('a new member is mailed an activation link, and the typed password works beside it', async () => {
  const { world, mailbox, boss, failures } = await mailingWorld();
  const { id } = await boss.call.member.create(DORA);
  const { to, text } = await mailbox.next();
  expect(to).toEqual([DORA.email]);
  expect(text).toContain('Subject: Set your password for Onus');
  expect(text).toContain('within 72 hours');
  expect((await login(world, DORA.email, DORA.password)).user.id).toBe(id);
  await redeem(world, text);
  expect((await login(world, DORA.email, 'fresh')).user.id).toBe(id);
  await expect(login(world, DORA.email, DORA.password)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(failures).toEqual([]);
});

test('who is refused as a member is mailed nothing', async () => {
  const { mailbox, boss } = await mailingWorld();
  await expect(boss.call.member.create({ ...DORA, email: 'boss@example.com' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(boss.call.member.create({ ...DORA, password: 'abc' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  await boss.call.member.create(DORA);
  await mailbox.next();
  expect(mailbox.mails.map(({ to }) => to)).toEqual([[DORA.email]]);
});

test('a mailbox is not filled by making one member after the other of its address', async () => {
  const { mailbox, boss } = await mailingWorld();
  for (let turn = 0; turn < 7; turn++) {
    const { id } = await boss.call.member.create(DORA);
    await boss.call.member.update({ id, email: `moved-${turn}@example.com` });
  }
  await boss.call.member.create({ ...DORA, email: 'last@example.com' });
  const received: string[][] = [];
  for (let turn = 0; turn < 6; turn++) received.push((await mailbox.next()).to);
  expect(received.filter(to => to[0] === DORA.email)).toHaveLength(5);
  expect(received.at(-1)).toEqual(['last@example.com']);
});

test('without mail the manager copies the link, which opens once', async () => {
  const { world, boss, ana, id } = await team();
  const { kind, url, expiresAt } = await boss.call.member.link({ id });
  expect(kind).toBe('activation');
  expect(url).toMatch(/^https:\/\/onus\.example\/activate\?token=[\w-]{43}$/);
  expect(Math.abs(Date.parse(expiresAt) - world.clock() - 72 * HOUR)).toBeLessThan(30_000);
  const { message, accessToken } = await redeem(world, url);
  expect(message).toBe('Your password is set. You are signed in.');
  expect(accessToken).toEqual(expect.any(String));
  await expect(ana.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  expect((await login(world, 'ana@example.com', 'fresh')).user.id).toBe(id);
  await expect(redeem(world, url, 'again')).rejects.toMatchObject(INVALID);
});

test('a newer link ends the older ones, the mailed one too', async () => {
  const { world, mailbox, boss } = await mailingWorld();
  const { id } = await boss.call.member.create(DORA);
  const mailed = (await mailbox.next()).text;
  const first = await boss.call.member.link({ id });
  const second = await boss.call.member.link({ id });
  await expect(redeem(world, mailed)).rejects.toMatchObject(INVALID);
  await expect(redeem(world, first.url)).rejects.toMatchObject(INVALID);
  await redeem(world, second.url);
  expect(world.db.select().from(credentialLink).all()).toHaveLength(1);
});

test('once the member chose a password the link is one to reset it, for an hour', async () => {
  const { world, boss, id } = await team();
  await redeem(world, (await boss.call.member.link({ id })).url);
  const { kind, url, expiresAt } = await boss.call.member.link({ id });
  expect(kind).toBe('reset');
  expect(Math.abs(Date.parse(expiresAt) - world.clock() - HOUR)).toBeLessThan(30_000);
  await redeem(world, url, 'other');
  expect((await login(world, 'ana@example.com', 'other')).user.id).toBe(id);
});

test('the own manager and an Admin create a link; for others the member does not exist', async () => {
  const { world, boss, ana, id } = await team();
  const root = await admin(world, 'Root');
  const strangers: Browser[] = [
    await world.person('Other', 'Manager'),
    await member(world, boss, 'Ben'),
    await world.person('Solo'),
  ];
  const kept = await boss.call.member.link({ id });
  for (const { call } of strangers) await expect(call.member.link({ id })).rejects.toMatchObject(ABSENT);
  await expect(root.call.member.link({ id: 'unknown' })).rejects.toMatchObject(ABSENT);
  await expect(root.call.member.link({ id: '' })).rejects.toMatchObject({ message: 'Id is required' });
  // A refused call ends no link.
  await redeem(world, kept.url);
  expect((await root.call.member.link({ id })).kind).toBe('reset');
  await root.call.member.delete({ id });
  await expect(boss.call.member.link({ id })).rejects.toMatchObject(ABSENT);
  await expect(ana.call.member.link({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('no one makes one for oneself, and a manager none into an Admin’s account', async () => {
  const { world, boss, ana, id } = await team();
  const root = await admin(world, 'Root');
  for (const one of [boss, ana, root]) {
    await expect(one.call.member.link({ id: await idOf(one) })).rejects.toMatchObject(FORBIDDEN);
  }
  await root.call.member.update({ id, admin: true });
  await expect(boss.call.member.link({ id })).rejects.toMatchObject(FORBIDDEN);
  expect((await root.call.member.link({ id })).kind).toBe('activation');
});

test('an inactive member gets none, and the page is told so; those of before open nothing ever again', async () => {
  const { world, boss, id } = await team();
  const { url } = await boss.call.member.link({ id });
  expect((await boss.call.member.update({ id, active: false })).may.link).toBe(false);
  await expect(boss.call.member.link({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This account is not active',
  });
  await expect(redeem(world, url)).rejects.toMatchObject(INVALID);
  expect((await boss.call.member.update({ id, active: true })).may.link).toBe(true);
  await expect(redeem(world, url)).rejects.toMatchObject(INVALID);
  await redeem(world, (await boss.call.member.link({ id })).url);
});

test('who is no Manager any more makes none', async () => {
  const { world, boss, id } = await team();
  world.db
    .update(user)
    .set({ roles: ['Employee'] })
    .where(eq(user.id, await idOf(boss)))
    .run();
  await expect(boss.call.member.link({ id })).rejects.toMatchObject(ABSENT);
});

test('a new member who is refused uses up no email of the hour', async () => {
  const { mailbox, boss } = await mailingWorld({ passwordMinLength: 6 });
  const [short, good] = [DORA, { ...DORA, password: 'p@ss12' }];
  for (let n = 0; n <= BUDGETS.emailsOfPerson.most; n++)
    await expect(boss.call.member.create(short)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await boss.call.member.create(good);
  expect((await mailbox.next()).to).toEqual([DORA.email]);
  await expect(boss.call.member.create(good)).rejects.toMatchObject({ code: 'CONFLICT' });
});
