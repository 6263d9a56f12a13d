import { type Db, openDb } from '@onus/db/open';
import { testDb } from '@onus/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer } from '../core/mail.ts';
import { admin, idOf, member, openMailbox, testWorld } from '../testing.ts';

const HOUR = 3_600_000;

/** Ten thousand people, a few of them with sessions, one with many. */
function crowd(): Db {
  const db = testDb();
  const numbers = (count: number) =>
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  db.$client.exec(`
    ${numbers(10_000)} insert into user (id, username, email, roles, manager_id, created_at, updated_at)
      select 'p' || i, 'Person ' || (i * 7919 % 10000), 'p' || i || '@example.com', 'Employee',
        iif(i = 0, null, 'p0'), 0, 0 from n;
    ${numbers(3_000)} insert into session (id, user_id, secret_hash, rotated_at, expires_at, ends_at, created_at)
      select 's' || i, iif(i < 2000, 'p1', 'p' || i), '', i, 9e15, 9e15, i from n;
    analyze;`);
  return db;
}

/** The plans of what is prepared from now on, by text. */
function watched({ $client: client }: Db): Map<string, string[]> {
  const plans = new Map<string, string[]>();
  const prepare = client.prepare.bind(client);
  Object.assign(client, {
    prepare(text: string) {
      const nothing = Array.from(text.matchAll(/\?/g), () => null);
      const explain = prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
      if (text.startsWith('select') || text.startsWith('with'))
        plans.set(
          text,
          explain.all(...nothing).map(({ detail }) => detail),
        );
      return prepare(text);
    },
  });
  return plans;
}

function stepsOf(plans: Map<string, string[]>, pattern: RegExp): string[] {
  return [...plans].flatMap(([text, plan]) =>
    plan.filter(step => pattern.test(step)).map(step => `${step}: ${text}`),
  );
}

test('an Admin finds everyone by name, page by page', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  const ana = await world.person('ana', 'Manager');
  await member(world, ana, 'Ben');
  const zoe = await world.person('Zoe');
  await root.call.member.update({ id: await idOf(zoe), username: 'Zoé', active: false });
  const all = (await root.call.admin.users({})).items;
  expect(all.map(one => one.username)).toEqual(['ana', 'Ben', 'Root', 'Zoé']);
  expect(all[1]).toMatchObject({
    email: 'ben@example.com',
    roles: ['Employee'],
    active: true,
    manager: { id: await idOf(ana), username: 'ana' },
    sessions: 1,
    lastSeenAt: expect.stringMatching(/^20/),
    may: { move: true, manage: true },
  });
  expect(all[3]).toMatchObject({ active: false, sessions: 0, lastSeenAt: null, manager: null });
  const pages = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await root.call.admin.users({ limit: 1, cursor });
    pages.push(...page.items.map(one => one.username));
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(all.map(one => one.username));
});

test('a search finds the beginnings of words in names and emails, without case and accents', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  const zoe = await world.person('Zoe');
  const id = await idOf(zoe);
  const found = async (search: string) =>
    (await root.call.admin.users({ search })).items.map(one => one.username);
  await root.call.member.update({ id, username: 'Zoé Miller', email: 'zm.work@office.example' });
  expect(await found('MILL zo')).toEqual(['Zoé Miller']);
  expect(await found('zm.work@off')).toEqual(['Zoé Miller']);
  expect(await found('zoe@example.com')).toEqual([]);
  expect(await found('iller')).toEqual([]);
  expect(await found(' " * ( @ ')).toEqual([]);
  expect(await found(' ')).toEqual(['Root', 'Zoé Miller']);
  await root.call.member.delete({ id });
  expect(await found('zoe')).toEqual([]);
});

test('among 10,000 people no page and no search reads them all or sorts them', async () => {
  const db = openDb(crowd().$client.serialize());
  const world = testWorld(db, { areCommitsSteady: true });
  const root = await admin(world, 'Root');
  await root.call.auth.me();
  const plans = watched(db);
  const first = await root.call.admin.users({});
  await root.call.admin.users({ cursor: first.nextCursor });
  const found = await root.call.admin.users({ search: 'person 1234' });
  expect(found.items.map(one => one.username)).toEqual(['Person 1234']);
  const everyone = await root.call.admin.users({ search: 'person', limit: 100 });
  expect(everyone.items).toHaveLength(100);
  // Between p0 and p10000 only one begins so.
  const busy = await root.call.admin.users({ search: 'person 7919' });
  expect(busy.items).toEqual([expect.objectContaining({ id: 'p1', sessions: 100 })]);
  await root.call.admin.sessions({ userId: 'p1' });
  expect(stepsOf(plans, /^SEARCH user USING INDEX user_name /)).toHaveLength(2);
  // What a search has picked is few, and what it looks up in the index of words is a scan to SQLite.
  expect(stepsOf(plans, /^SCAN (?!user_words VIRTUAL|json_each|\(subquery)/)).toEqual([]);
  expect(stepsOf(plans, /FOR ORDER BY/)).toEqual([expect.stringContaining('json_each')]);
});

test('an Admin sees the sessions of a person and ends one', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  const ana = await world.person('Ana', 'User', { address: '203.0.113.77' });
  const userId = await idOf(ana);
  const [session] = await root.call.admin.sessions({ userId });
  expect(session).toMatchObject({ userAgent: 'test', network: '203.0.113.0/24', current: false });
  const id = session?.id ?? '';
  expect(await root.call.admin.signOut({ id })).toEqual({ id });
  await expect(ana.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  expect(await root.call.admin.sessions({ userId })).toEqual([]);
  const [line] = (await root.call.audit.list({ limit: 1 })).items;
  expect(line).toMatchObject({ event: 'session.endedByAdmin', subject: { id: userId } });
  await expect(root.call.admin.signOut({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(root.call.admin.sessions({ userId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the status tells when the last backup was and the next one is due', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  expect(await root.call.admin.status()).toMatchObject({
    version: '0.0.0',
    storage: { databaseBytes: expect.any(Number), disk: null },
    thread: null,
    backups: { last: null, next: null, every: null, isRunning: false },
    mail: { enabled: false, from: null },
    push: { enabled: false },
  });
  world.backups.every = HOUR;
  const at = world.clock();
  const good = { file: '/some/where/copy.sqlite', at, bytes: 5, rows: {} };
  world.backups.log = () => ({ good, failed: null });
  const { backups } = await root.call.admin.status();
  expect(backups).toMatchObject({
    last: { at: new Date(at).toISOString(), file: 'copy.sqlite', bytes: 5 },
    next: new Date(at + HOUR).toISOString(),
  });
});

test('the status tells how busy the server was', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  world.threadMeter.sample();
  world.threadMeter.sample();
  const { thread } = await root.call.admin.status();
  expect(thread).toEqual(world.threadMeter.use());
  expect(thread?.busiestMinute).toBeGreaterThan(0);
});

test('a backup is made for an Admin alone, one at a time, and a failure says why', async () => {
  const made = { file: '/some/where/copy.sqlite', at: 0, bytes: 5, rows: {} };
  let [count, failure] = [0, ''];
  const make = async () => {
    count += 1;
    if (failure) throw new Error(failure);
    return made;
  };
  const world = testWorld(undefined, {
    areCommitsSteady: true,
    backups: { folder: '', every: null, make },
  });
  const [root, boss] = [await admin(world, 'Root'), await world.person('Boss', 'Manager')];
  await expect(boss.call.admin.backUp()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(count).toBe(0);
  expect(await root.call.admin.backUp()).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    file: 'copy.sqlite',
    bytes: 5,
  });
  failure = 'the disk is full';
  await expect(root.call.admin.backUp()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The backup failed: the disk is full',
  });
  world.backups.isRunning = () => true;
  await expect(root.call.admin.backUp()).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(count).toBe(2);
});

test('an Admin who loses the role while the line is written makes no backup', async () => {
  let count = 0;
  const make = async () => {
    count += 1;
    throw new Error('not reached');
  };
  const world = testWorld(undefined, {
    areCommitsSteady: true,
    backups: { folder: '', every: null, make },
  });
  const [root, other] = [await admin(world, 'Root'), await admin(world, 'Other')];
  const id = await idOf(root);
  const [backUp, update] = await Promise.allSettled([
    root.call.admin.backUp(),
    other.call.member.update({ id, admin: false }),
  ]);
  expect(update.status).toBe('fulfilled');
  expect(backUp).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } });
  expect(count).toBe(0);
});

test('a test email goes to the Admin, and a refusal says what the mail server said', async () => {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const settings = { from: 'onus@localhost', onFailure: () => {} };
  const world = testWorld(undefined, { mailer: createMailer({ url: mailbox.url, ...settings }) });
  const root = await admin(world, 'Root');
  expect(await root.call.admin.testMail()).toEqual({
    sent: true,
    message: 'A test email was sent to root@example.com.',
  });
  expect(await mailbox.next()).toMatchObject({
    to: ['root@example.com'],
    text: expect.stringContaining('The server of Onus at https://onus.example can send email.'),
  });
  const full = await openMailbox(1);
  onTestFinished(() => full.close());
  const busy = testWorld(undefined, { mailer: createMailer({ url: full.url, ...settings }) });
  const { sent, message } = await (await admin(busy, 'Root')).call.admin.testMail();
  expect(sent).toBe(false);
  expect(message).toMatch(/^The email was not sent: .*451/);
  const none = await admin(testWorld(), 'Root');
  await expect(none.call.admin.testMail()).rejects.toMatchObject({ code: 'CONFLICT' });
});
