import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_EVENTS } from '@onus/contract/audit-entry';
import { sentenceOf } from '@onus/contract/audit-sentence';
import { migrateDb } from '@onus/db/migrate';
import { type Db, openDb } from '@onus/db/open';
import { MIGRATIONS } from '@onus/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmin } from '../auth/commands.ts';
import { createMailer } from '../mail.ts';
import { noteForeignPage } from '../refusals.ts';
import { mintSystemScope } from '../scope.ts';
import { admin, type Browser, idOf, member, openMailbox, testWorld, type World } from '../testing.ts';
import { readAudit } from './queries.ts';

const DAY = 86_400_000;

function entries(world: World, filter: object = {}) {
  return readAudit(world.db, mintSystemScope(world.clock()), { limit: 100_000, ...filter });
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

async function worldWithMail(db?: Db) {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const mailer = createMailer({ url: mailbox.url, from: 'onus@localhost', onFailure: () => {} });
  return { mailbox, world: testWorld(db, { mailer, areCommitsSteady: true }) };
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

  const ben = await member(world, ana, 'Ben');
  keep(ben);
  const id = await idOf(ben);
  const phone = world.browser();
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
  await world.browser().call.auth.activate({ token, password: 'other words' });
  await refused(world.browser().call.auth.activate({ token, password: 'other words' }));
  await world.browser().call.auth.requestReset({ email: 'benno@example.com' });
  await world.browser().call.auth.requestReset({ email: 'nobody@example.com' });
  for (let mail = 0; mail < 2; mail++) {
    secrets.push(/token=([\w-]{43})/.exec((await mailbox.next()).text)?.[1] ?? 'no link');
  }

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
  await boss.call.auth.logout();
  createAdmin(
    world.db,
    mintSystemScope(world.clock()),
    { username: 'Root', email: 'root@example.com' },
    'hash',
  );
  const { context } = world.browser({ address: '198.51.100.7' });
  for (let n = 0; n < 21; n++) await noteForeignPage(context, 'https://evil.example');
  return { world, told: sentences(world), secrets, path };
}

test('every event is told, in order, and no secret is in the file', async () => {
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
    '<Ana> was refused another password: the current one was wrong, or the new one too short',
    '<Ana> added <Ben> as Employee',
    '<Ana> made an activation link for <Ben>',
    '<Ben> logged in',
    '<Ben> logged in',
    '<Ben> signed a browser out',
    'A browser of an unknown account was not let in again: the session is over',
    '<Ben> was refused member.list',
    '<Ana> was refused audit.list',
    '<Ben> was refused member.update about <Ben>',
    '<Ana> changed the name of <Ben> from <Ben> to <Benno>',
    '<Ana> changed the email of <Ben> from <ben@example.com> to <benno@example.com>',
    '<Ana> changed the roles of <Benno> from Employee to Manager',
    '<Ana> made an activation link for <Benno>',
    '<Benno> set a password with an activation link',
    'A link to set a password was refused: it is used, over or made up, or the password was too short',
    'Someone asked for a link to reset the password of <Benno>',
    'Someone asked for a reset link and got none: no active account has the email',
    'A cookie of <Boss> was used a second time, which ended the session',
    '<Boss> logged in',
    '<Ana> deactivated <Benno>',
    '<Ana> activated <Benno>',
    '<Ana> failed to change their email: the current password was wrong',
    '<Ana> changed the email of <Ana> from <ana@example.com> to <thief@example.com>',
    '<Ana> changed the roles of <Ana> from Manager to Employee',
    '<Ana> handed over their household to <Benno>',
    'The email of <Ana> was restored from <thief@example.com> to <ana@example.com>',
    'A link to restore an email was refused: it is used, over or made up',
    '<Boss> moved <Benno> from no manager to <Boss>',
    '<Boss> moved <Benno> from <Boss> to no manager',
    '<Boss> deleted <Benno>',
    '<Boss> logged out',
    'The operator made the Admin <Root>',
    'A page of <https://evil.example> was refused a connection',
  ]);
  expect(told.at(-1)).toBe('More was refused than is written down in a minute');
  expect(new Set(entries(world).map(entry => entry.event))).toEqual(new Set(AUDIT_EVENTS));

  expect(secrets.length).toBeGreaterThan(15);
  const bytes = Buffer.concat([path, `${path}-wal`].map(file => readFileSync(file)));
  expect(bytes.includes('boss@example.com')).toBe(true);
  for (const secret of [...secrets, 'my typed password'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
});

test('a line says when, who did what to which person, from where and by which procedure', async () => {
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

test('what tasks, items and messages say stands in no line', async () => {
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

test('what is undone is not told, and what cannot be told is undone', async () => {
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
])('while %s, who is refused is refused as ever and at once', async (_what, hinder) => {
  const { db, path } = fileDb();
  const world = testWorld(db);
  const ana = await world.person('Ana');
  const restore = hinder(db, path);
  const before = entries(world).length;
  const began = performance.now();
  const guess = world.browser().call.auth.login({ email: 'ana@example.com', password: 'wrong' });
  await expect(guess).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Wrong email or password' });
  await expect(ana.call.audit.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(5_000);
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

test('no line is changed, and none goes before its time', async () => {
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
    '<Ana> made an activation link for <Ben>',
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

test('a caller who has a thousand calls refused fills twenty lines a minute, and one that says so', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben', 'User', { address: '192.0.2.2' })];
  const told = await during(world, async () => {
    for (let n = 0; n < 1000; n++) await refused(ana.call.audit.list({}));
    await refused(ben.call.audit.list({}));
  });
  expect(told).toEqual([
    ...Array(20).fill('<Ana> was refused audit.list'),
    'More was refused than is written down in a minute',
    '<Ben> was refused audit.list',
  ]);
});
