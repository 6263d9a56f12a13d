import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_EVENTS } from '@onus/contract/audit/entry';
import { sentenceOf } from '@onus/contract/audit/sentence';
import { migrateDb } from '@onus/db/migrate';
import { type Db, openDb, setBusyWait } from '@onus/db/open';
import { MIGRATIONS } from '@onus/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmin } from '../../auth/register.ts';
import { noteForeignPage } from '../../core/audit/refusals.ts';
import { createMailer } from '../../core/mail.ts';
import type { Provider } from '../../core/oidc/provider.ts';
import { createSystemScope } from '../../core/scope.ts';
import { authenticator } from '../../passkey/testing.ts';
import { enrolled } from '../../second-factor/testing.ts';
import { admin, type Browser, idOf, member, openMailbox, testWorld, type World } from '../../testing.ts';
import { readAudit } from './list.ts';

const DAY = 86_400_000;

function entries(world: World, filter: object = {}) {
  return readAudit(world.db, createSystemScope(world.clock()), { limit: 100_000, ...filter });
}

/** The log as an operator reads it, what others wrote in angle brackets. */
function sentences(world: World, filter: object = {}): string[] {
  return entries(world, filter).map(entry =>
    sentenceOf(entry)
      .map(part => (typeof part === 'string' ? part : `<${part.said}>`))
      .join(''),
  );
}

/** What is written down while something happens. */
async function during(world: World, action: () => Promise<unknown>): Promise<string[]> {
  const before = sentences(world).length;
  await action();
  return sentences(world).slice(before);
}

function refused(call: Promise<unknown>): Promise<unknown> {
  return expect(call).rejects.toThrow();
}

/** A database in a file, so that its bytes can be searched and another process can lock it. */
function fileDb(): { db: Db; path: string } {
  const path = join(mkdtempSync(join(tmpdir(), 'onus-audit-')), 'onus.sqlite');
  const db = openDb(path);
  onTestFinished(() => void db.$client.close());
  migrateDb(db, MIGRATIONS);
  return { db, path };
}

/** What a sign-in provider says of a person. */
const provider: Provider = {
  name: 'Home ID',
  begin: async () => ({ url: '', begun: { state: 's', nonce: 'n', verifier: 'v' } }),
  identify: async () => ({
    ...{ issuer: 'https://id.example', subject: '1', name: 'Gus' },
    ...{ email: 'gus@example.com', isVerified: true },
  }),
};

async function worldWithMail(db?: Db) {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const mailer = createMailer({ url: mailbox.url, from: 'onus@localhost', onFailure: () => {} });
  return { mailbox, world: testWorld(db, { mailer, provider, areCommitsSteady: true }) };
}

/** Everything the log tells of, once, with every secret that was used on the way. */
async function live(): Promise<{ world: World; told: string[]; secrets: string[]; path: string }> {
  const { db, path } = fileDb();
  const { world, mailbox } = await worldWithMail(db);
  const secrets: string[] = ['Ana-secret', 'Boss-secret', 'fresh words', 'other words', 'wrong guess'];
  const keep = ({ held }: Browser) =>
    secrets.push(...Object.values(held).flatMap(secret => (secret ? [secret] : [])));
  const ana = await world.person('Ana', 'Manager');
  const boss = await admin(world, 'Boss');
  keep(ana);
  keep(boss);
  const guess = { email: 'ana@example.com', password: 'wrong guess' };
  await refused(world.browser().call.auth.login(guess));
  await refused(world.browser().call.auth.login({ ...guess, email: 'my typed password' }));
  await refused(world.browser().call.auth.register({ ...guess, name: 'Ana', roles: 'User' }));
  await ana.call.auth.changePassword({ current: 'Ana-secret', password: 'fresh words' });
  await refused(ana.call.auth.changePassword({ current: 'wrong guess', password: 'x' }));

  const script = await ana.call.token.create({ name: 'Script', scopes: ['read'] });
  secrets.push(script.token.slice('onus_pat_'.length));
  await ana.call.token.revoke({ id: script.id });
  const feed = await ana.call.feed.create({ name: 'Phone' });
  secrets.push(/[\w-]{43}/.exec(feed.url)?.[0] ?? 'no address');
  await ana.call.feed.revoke({ id: feed.id });

  const gus = world.browser();
  await gus.call.oidc.start();
  await gus.call.oidc.finish({ url: 'https://onus.example/auth/oidc/callback' });
  gus.held.accessToken = (await gus.call.auth.refresh()).accessToken;
  keep(gus);
  await gus.call.oidc.unlink({ id: (await gus.call.oidc.list())[0]?.id ?? 0 });

  const ben = await member(world, ana, 'Ben');
  keep(ben);
  const id = await idOf(ben);
  const phone = world.browser();
  // The phone is known: an email of a new browser would come between the others.
  phone.held.marker = ben.held.marker;
  await phone.call.auth.login({ email: 'ben@example.com', password: 'secret' });
  keep(phone);
  const other = (await ben.call.auth.sessions()).find(session => !session.current);
  await ben.call.auth.signOut({ id: other?.id ?? '' });
  await refused(phone.call.auth.refresh());
  await refused(ben.call.member.list({}));
  await refused(ana.call.audit.list({}));
  await refused(ben.call.member.update({ id, active: false }));

  await ana.call.member.update({ id, username: 'Benno', email: 'benno@example.com' });
  await ana.call.member.update({ id, roles: ['Manager'] });
  const { url } = await ana.call.member.link({ id });
  const token = url.split('=')[1] ?? '';
  secrets.push(token);
  const desk = world.browser();
  desk.held.marker = ben.held.marker;
  await desk.call.auth.activate({ token, password: 'other words' });
  await refused(world.browser().call.auth.activate({ token, password: 'other words' }));
  await world.browser().call.auth.requestReset({ email: 'benno@example.com' });
  await world.browser().call.auth.requestReset({ email: 'unknown@example.com' });
  for (let mail = 0; mail < 2; mail++) {
    secrets.push(/token=([\w-]{43})/.exec((await mailbox.next()).text)?.[1] ?? 'no link');
  }

  const { url: invitation } = await ana.call.invite.create({ role: 'Employee', uses: 2 });
  const invited = { token: invitation.split('=')[1] ?? '', name: 'Cleo', password: 'other words' };
  secrets.push(invited.token);
  await world.browser().call.invite.redeem({ ...invited, email: 'cleo@example.com' });
  await ana.call.invite.revoke({ id: (await ana.call.invite.list())[0]?.id ?? '' });
  await refused(world.browser().call.invite.redeem({ ...invited, email: 'dan@example.com' }));

  const stolen = boss.held.cookie;
  world.advance(60_000);
  await boss.call.auth.refresh();
  keep(boss);
  await boss.call.auth.refresh();
  keep(boss);
  const thief = world.browser({ address: '2001:db8:1:2:3::4' });
  thief.held.cookie = stolen;
  await refused(thief.call.auth.refresh());
  boss.held.accessToken = (
    await boss.call.auth.login({ email: 'boss@example.com', password: 'Boss-secret' })
  ).accessToken;
  keep(boss);
  await ana.call.member.update({ id, active: false });
  await ana.call.member.update({ id, active: true });
  await refused(ana.call.member.updateSelf({ email: 'x@example.com', currentPassword: 'wrong guess' }));
  await ana.call.member.updateSelf({ email: 'thief@example.com' });
  const mail = await mailbox.next();
  const restoring = /token=([\w-]{43})/.exec(mail.text)?.[1] ?? 'no link';
  secrets.push(restoring);
  await ana.call.member.handOver({ to: id });
  await world.browser().call.auth.takeBackEmail({ token: restoring });
  await refused(world.browser().call.auth.takeBackEmail({ token: restoring }));
  await boss.call.member.move({ id, managerId: await idOf(boss) });
  await boss.call.member.move({ id, managerId: null });
  await boss.call.member.delete({ id });
  const tablet = world.browser();
  const bossLogin = { email: 'boss@example.com', password: 'Boss-secret' };
  tablet.held.accessToken = (await tablet.call.auth.login(bossLogin)).accessToken;
  keep(tablet);
  const newest = (await boss.call.auth.sessions()).find(session => !session.current);
  await boss.call.admin.signOut({ id: newest?.id ?? '' });
  await refused(boss.call.admin.backUp());
  secrets.push(...(await withSecondFactor(world, boss)));
  await boss.call.auth.logout();
  boss.held.accessToken = (await boss.call.auth.login(bossLogin)).accessToken;
  keep(boss);
  await boss.call.auth.signOutEverywhere();
  createAdmin(
    world.db,
    createSystemScope(world.clock()),
    { username: 'Root', email: 'root@example.com' },
    'hash',
  );
  const { context } = world.browser({ address: '198.51.100.7' });
  for (let n = 0; n < 21; n++) await noteForeignPage(context, 'https://evil.example');
  return { world, told: sentences(world), secrets, path };
}

/** A second factor from its setup to its end. @returns the secrets of it. */
async function withSecondFactor(world: World, boss: Browser): Promise<string[]> {
  const eve = await world.person('Eve');
  const login = { email: 'eve@example.com', password: 'Eve-secret' };
  await refused(eve.call.totp.start({ currentPassword: 'wrong guess' }));
  const { recoveryCodes } = await enrolled(world, eve, login.password);
  await refused(world.browser().call.auth.login(login));
  await world.browser().call.auth.login({ ...login, code: recoveryCodes[0] });
  const key = authenticator();
  const options = await eve.call.passkey.registerOptions({ currentPassword: login.password });
  const { id } = await eve.call.passkey.register({ name: 'Key', response: key.register(options) });
  await eve.call.passkey.delete({ id });
  await refused(signedInWith(world, key));
  await boss.call.secondFactor.reset({ userId: await idOf(eve) });
  eve.held.accessToken = (await eve.call.auth.login(login)).accessToken;
  const again = await enrolled(world, eve, login.password);
  await eve.call.totp.remove({ currentPassword: login.password });
  return ['Eve-secret', ...recoveryCodes, ...again.recoveryCodes];
}

async function signedInWith(world: World, key: ReturnType<typeof authenticator>): Promise<void> {
  const { call } = world.browser();
  await call.passkey.signIn({ response: key.signIn(await call.passkey.signInOptions()) });
}

test('the log contains every event in order and no secret', async () => {
  const { world, told, secrets, path } = await live();
  expect(told.slice(0, -20)).toEqual([
    '<Ana> registered as Manager',
    '<Ana> logged in',
    '<Boss> registered as Manager',
    '<Boss> logged in',
    'A login to <Ana> was refused: wrong email or password',
    'A login to an unknown account was refused: wrong email or password',
    'A registration was refused: the email has an account',
    '<Ana> changed their password',
    '<Ana> failed to change their password: the current one was wrong, or the new one too short or too common',
    '<Ana> created the personal token <Script>',
    '<Ana> revoked the personal token <Script>',
    '<Ana> created the calendar feed <Phone>',
    '<Ana> revoked the calendar feed <Phone>',
    '<Gus> registered as User',
    '<Gus> linked a sign-in with <https://id.example>',
    '<Gus> logged in',
    '<Gus> removed a linked sign-in',
    '<Ana> added <Ben> as Employee',
    '<Ana> created an activation link for <Ben>',
    '<Ben> logged in',
    '<Ben> logged in',
    '<Ben> signed a browser out',
    'A browser of an unknown account failed to refresh its login: the session had ended',
    '<Ben> was refused member.list',
    '<Ana> was refused audit.list',
    '<Ben> was refused member.update about <Ben>',
    '<Ana> changed the name of <Ben> from <Ben> to <Benno>',
    '<Ana> changed the email of <Ben> from <ben@example.com> to <benno@example.com>',
    '<Ana> changed the roles of <Benno> from Employee to Manager',
    '<Ana> created an activation link for <Benno>',
    '<Benno> set a password with an activation link',
    '<Benno> logged in',
    'A link to set a password was refused: it was used, expired or forged, or the password was too short or too common',
    'Someone requested a link to reset the password of <Benno>',
    'Someone requested a reset link and received none: no active account has the email',
    '<Ana> created an invitation to join as Employee',
    '<Cleo> joined the household of <Ana> as Employee',
    '<Cleo> logged in',
    '<Ana> revoked an invitation of <Ana>',
    'An invitation was refused: it was used up, revoked, expired or forged',
    'A used cookie of <Boss> was sent again, so the server ended the session',
    '<Boss> logged in',
    '<Ana> deactivated <Benno>',
    '<Ana> activated <Benno>',
    '<Ana> failed to change their email: the current password was wrong',
    '<Ana> changed the email of <Ana> from <ana@example.com> to <thief@example.com>',
    '<Ana> changed the roles of <Ana> from Manager to Employee',
    '<Ana> handed over their household to <Benno>',
    'The email of <Ana> was restored from <thief@example.com> to <ana@example.com>',
    'A link to restore an email was refused: it was used, expired or forged',
    '<Boss> moved <Benno> from no manager to <Boss>',
    '<Boss> moved <Benno> from <Boss> to no manager',
    '<Boss> deleted <Benno>',
    '<Boss> logged in',
    '<Boss> signed a browser of <Boss> out',
    '<Boss> asked for a backup',
    '<Eve> registered as User',
    '<Eve> logged in',
    '<Eve> failed to change their second factor: the password or the code was wrong',
    '<Eve> set up an authenticator app',
    'A login to <Eve> was refused: the password was right, the code of the second factor was missing or wrong',
    '<Eve> used a recovery code',
    '<Eve> logged in',
    '<Eve> added a passkey',
    '<Eve> deleted a passkey',
    'A login to an unknown account was refused: the passkey is unknown or did not fit',
    '<Boss> reset the second factor of <Eve>',
    '<Eve> logged in',
    '<Eve> set up an authenticator app',
    '<Eve> removed their authenticator app',
    '<Boss> logged out',
    '<Boss> logged in',
    '<Boss> signed out everywhere',
    'The operator created the Admin <Root>',
    'The server refused a connection from a page of <https://evil.example>',
  ]);
  expect(told.at(-1)).toBe('Additional refusals this minute were not logged');
  // Notifications are sent without a call: packages/api/src/notify/delivery.test.ts has their line.
  const ofCalls = AUDIT_EVENTS.filter(event => event !== 'notification.sent');
  expect(new Set(entries(world).map(entry => entry.event))).toEqual(new Set(ofCalls));

  expect(secrets.length).toBeGreaterThan(15);
  const bytes = Buffer.concat([path, `${path}-wal`].map(file => readFileSync(file)));
  expect(bytes.includes('boss@example.com')).toBe(true);
  for (const secret of [...secrets, 'my typed password'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
});

test('an entry has time, actor, subject, network and procedure', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager', { address: '192.0.2.7' });
  const { id } = await ana.call.member.create({
    username: 'Ben',
    email: 'ben@example.com',
    password: 'secret',
  });
  const before = world.clock();
  await ana.call.member.update({ id, roles: ['Manager', 'Employee'] });
  const [line] = entries(world).slice(-1);
  expect(line).toEqual({
    id: 5,
    at: expect.any(String),
    event: 'member.roles',
    refused: false,
    actor: { id: await idOf(ana), username: 'Ana' },
    subject: { id, username: 'Ben' },
    address: '192.0.2.7',
    procedure: 'member.update',
    detail: { from: 'Employee', roles: 'Manager,Employee' },
  });
  expect(Math.abs(Date.parse(line?.at ?? '') - before)).toBeLessThan(60_000);
  await refused(world.browser({ address: '2001:db8:1:2:3::4' }).call.auth.refresh());
  const forged = world.browser({ address: '2001:db8:1:2:3::4' });
  forged.held.cookie = `x.0.${'A'.repeat(43)}`;
  await refused(forged.call.auth.refresh());
  expect(entries(world).slice(-1)).toMatchObject([
    { id: 6, event: 'refresh.refused', refused: true, actor: null, address: '2001:db8:1:2::/64' },
  ]);
});

test('no entry contains the text of tasks, items or messages', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const told = await during(world, async () => {
    await ana.call.task.create({
      title: 'x',
      text: 'x',
      dueDate: '2026-01-01',
      assignees: [await idOf(ben)],
    });
    await ana.call.grocery.create({ name: 'x' });
    await ana.call.chat.start({ users: [await idOf(ben)], message: 'x' });
  });
  expect(told).toEqual([]);
});

test('an entry and its action commit or roll back together', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const id = await idOf(ben);
  const taken = { id, username: 'Benno', email: 'ana@example.com' };
  expect(await during(world, () => refused(ana.call.member.update(taken)))).toEqual([]);

  world.db.$client.exec(
    "create trigger no_room before insert on audit begin select raise(abort, 'no room'); end",
  );
  const count = (table: string) => world.db.$client.prepare(`select count(*) from ${table}`).pluck().get();
  const [users, sessions] = [count('user'), count('session')];
  await refused(ana.call.member.update({ id, roles: ['Manager'] }));
  await refused(ana.call.member.update({ id, active: false }));
  await refused(ana.call.member.create({ username: 'Cleo', email: 'c@d.de', password: 'secret' }));
  await refused(ana.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' }));
  await refused(ben.call.auth.signOut({ id: (await ben.call.auth.sessions())[0]?.id ?? '' }));
  expect(await ana.call.member.get({ id })).toMatchObject({ roles: ['Employee'], active: true });
  expect([count('user'), count('session')]).toEqual([users, sessions]);
});

test.each([
  ['another process writes', lockedElsewhere],
  ['the disk is full', filled],
])('while %s, refusals stay the same and immediate', async (_what, hinder) => {
  const { db, path } = fileDb();
  const world = testWorld(db);
  const ana = await world.person('Ana');
  // A call that waited for the other process would outlast the test.
  setBusyWait(db, 60_000);
  const restore = hinder(db, path);
  const before = entries(world).length;
  const guess = world.browser().call.auth.login({ email: 'ana@example.com', password: 'wrong' });
  await expect(guess).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Wrong email or password' });
  await expect(ana.call.audit.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(60_000);
  restore();
  expect(entries(world, { event: 'login' })).toHaveLength(1);
  expect(entries(world).length - before).toBe(0);
  await expect(ana.call.audit.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(sentences(world).slice(before)).toEqual(['<Ana> was refused audit.list']);
});

function lockedElsewhere(_db: Db, path: string): () => void {
  const other = openDb(path);
  other.$client.exec('begin immediate');
  return () => void other.$client.close();
}

function filled(db: Db): () => void {
  const pages = db.$client.pragma('page_count', { simple: true });
  db.$client.pragma(`max_page_count = ${pages}`);
  const smallest = db.$client.prepare(
    "insert into audit (at, event, refused, address, procedure, detail) values (0, 'logout', 0, '', '', '{}')",
  );
  expect(() => {
    for (;;) smallest.run();
  }).toThrow('full');
  return () => void db.$client.pragma('max_page_count = 1000000');
}

test('no entry can be changed or deleted early', async () => {
  const world = testWorld();
  await world.person('Ana');
  const run = (sql: string) => () => world.db.$client.prepare(sql).run();
  expect(run("update audit set actor_name = 'Ben'")).toThrow('the audit log is never changed');
  expect(run('delete from audit')).toThrow('the audit log is kept');
  const insert = world.db.$client.prepare(
    "insert into audit (at, event, refused, address, procedure, detail) values (?, 'login', 0, '', '', '{}')",
  );
  const old = insert.run(world.clock() - 401 * DAY).lastInsertRowid;
  const kept = insert.run(world.clock() - 399 * DAY).lastInsertRowid;
  insert.run(world.clock());
  expect(run(`delete from audit where id = ${kept}`)).toThrow('the audit log is kept');
  expect(run(`delete from audit where id = ${old}`)().changes).toBe(1);
});

test('the log is read by Admins alone, page by page', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const boss = await admin(world, 'Boss');
  for (const name of ['Ana', 'Ben', 'Cleo']) await world.person(name);
  for (const who of [await world.person('Dan', 'Manager'), await member(world, boss, 'Eva')])
    await expect(who.call.audit.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(world.browser().call.audit.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });

  const ids: number[] = [];
  let cursor: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof boss.call.audit.list>> = await boss.call.audit.list({
      limit: 4,
      cursor,
    });
    ids.push(...page.items.map(item => item.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(ids).toEqual(
    entries(world)
      .map(entry => entry.id)
      .reverse(),
  );
  expect(ids.length).toBe(15);
});

test('a command narrows the log to a time, a person and an event', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  await ana.call.member.update({ id: await idOf(ben), email: 'benno@example.com' });
  await ben.call.auth.logout();
  expect(sentences(world, { who: ' BENNO@example.com' })).toEqual([
    '<Ana> added <Ben> as Employee',
    '<Ana> created an activation link for <Ben>',
    '<Ben> logged in',
    '<Ana> changed the email of <Ben> from <ben@example.com> to <benno@example.com>',
    '<Ben> logged out',
  ]);
  expect(sentences(world, { who: 'Ben', event: 'login' })).toEqual(['<Ben> logged in']);
  expect(sentences(world, { who: await idOf(ana), event: 'member' })).toHaveLength(2);
  expect(sentences(world, { event: 'member' })).toHaveLength(2);
  expect(sentences(world, { limit: 1 })).toEqual(['<Ben> logged out']);
  expect(sentences(world, { since: world.clock() + 1 })).toEqual([]);
  expect(sentences(world, { since: world.clock() - 60_000 })).toHaveLength(7);
});

test('a caller with 1,000 refusals adds twenty entries per minute and one about the rest', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben', 'User', { address: '192.0.2.2' })];
  const told = await during(world, async () => {
    for (let n = 0; n < 1000; n++) await refused(ana.call.audit.list({}));
    await refused(ben.call.audit.list({}));
  });
  expect(told).toEqual([
    ...Array(20).fill('<Ana> was refused audit.list'),
    'Additional refusals this minute were not logged',
    '<Ben> was refused audit.list',
  ]);
});
