import { rowsWritten } from '@onus/db/open';
import { session } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { admin, idOf, testWorld, type World } from '../testing.ts';

test('a list that is asked for beside a create whose commit fails does not hold its row', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  breakNextCommit(world);
  const [list, created] = await Promise.allSettled([
    ana.call.task.list({ view: 'all' }),
    ana.call.task.create({ title: 'Bins', dueDate: '2026-03-05' }),
  ]);
  expect(created).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  expect(list).toMatchObject({ status: 'fulfilled', value: { items: [] } });
});

test('a refusal that tells of another write of the same group is said once that is on the disk', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const bins = { id: uuid(), title: 'Bins', dueDate: '2026-03-05' };
  const writes = [ana, ben].map(({ call }) =>
    call.task.create(bins).catch(error => {
      expect(world.db.$client.inTransaction).toBe(false);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(writes);
  const refused = ended.filter(one => one.status === 'rejected').map(one => one.reason.message);
  expect(refused).toEqual(['Id is in use']);
  expect(ended.filter(one => one.status === 'fulfilled').map(one => one.value.title)).toEqual(['Bins']);
});

/** The next commit fails as on a disk that broke. */
function breakNextCommit({ db: { $client: client } }: World): void {
  const exec = client.exec.bind(client);
  client.exec = sql => {
    if (sql !== 'commit') return exec(sql);
    client.exec = exec;
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' });
  };
}

test.each([0, 1, 2, 3, 4, 5, 6, 8, 12])(
  'a refresh %i steps after a write, one of their commits fails: each is told what the disk holds',
  async steps => {
    const world = testWorld(undefined, { areCommitsSteady: true });
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    const cookie = ana.held.cookie;
    breakNextCommit(world);
    const writing = ben.call.task.create({ title: 'Bins', dueDate: '2026-03-05' });
    writing.catch(() => {});
    for (let step = 0; step < steps; step++) await Promise.resolve();
    const [refreshed, written] = await Promise.allSettled([ana.call.auth.refresh(), writing]);
    const isRefreshed = refreshed.status === 'fulfilled';
    const isWritten = written.status === 'fulfilled';
    expect(isRefreshed && isWritten).toBe(false);
    const { generation } = world.db.select().from(session).orderBy(session.createdAt).get() ?? {};
    expect(generation).toBe(isRefreshed ? 1 : 0);
    expect((await ben.call.task.list({ view: 'all' })).items).toHaveLength(isWritten ? 1 : 0);
    expect(ana.held.cookie === cookie).toBe(!isRefreshed);
    await ana.call.auth.refresh();
  },
);

test.each([0, 2, 4, 8])('no link is mailed whose commit failed, %i steps into another write', async steps => {
  const mails: string[] = [];
  const world = testWorld(undefined, {
    areCommitsSteady: true,
    mailer: {
      host: 'mail.example',
      from: 'onus@localhost',
      async send({ to }) {
        mails.push(to);
      },
      try: () => Promise.resolve(null),
      stop: () => [],
    },
  });
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  breakNextCommit(world);
  const writing = ben.call.task.create({ title: 'Bins', dueDate: '2026-03-05' });
  writing.catch(() => {});
  for (let step = 0; step < steps; step++) await Promise.resolve();
  await expect(ana.call.auth.requestReset({ email: 'ana@example.com' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(mails).toEqual([]);
});

test('a manager who is deactivated during 20 hashes makes no member after that', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [boss, chief] = [await admin(world, 'Boss'), await world.person('Chief', 'Manager')];
  const id = await idOf(chief);
  const creates = Array.from({ length: 20 }, (_, n) =>
    chief.call.member
      .create({ username: `M${n}`, email: `m${n}@example.com`, password: 'secret' })
      .catch(error => error.cause?.code),
  );
  await boss.call.member.update({ id, active: false });
  const members = () => world.db.select().from(user).where(eq(user.managerId, id)).all().length;
  const before = members();
  const ends = await Promise.all(creates);
  expect(members()).toBe(before);
  expect(ends.filter(end => end === 'SESSION_REVOKED')).toHaveLength(20 - before);
});

test('a browser that is signed out while it changes the password does not change it', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const desk = await world.person('Ana');
  const phone = world.browser();
  const login = { email: 'ana@example.com', password: 'Ana-secret' };
  phone.held.accessToken = (await phone.call.auth.login(login)).accessToken;
  const lost = (await desk.call.auth.sessions()).find(({ current }) => !current);
  const changing = phone.call.auth.changePassword({ current: 'Ana-secret', password: 'stolen' });
  changing.catch(() => {});
  await desk.call.auth.signOut({ id: lost?.id ?? '' });
  await expect(changing).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  await world.browser().call.auth.login(login);
});

test('a time zone that changes with each read is followed, and writes nothing', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana', 'User', { timeZone: 'UTC' });
  const before = rowsWritten(world.db);
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu']) {
    const abroad = world.browser({ timeZone });
    abroad.held.accessToken = ana.held.accessToken;
    await abroad.call.task.list({ view: 'today' });
  }
  expect(rowsWritten(world.db)).toBe(before);
});

test('for a caller without a time zone, the zone of the machine is not looked up again', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'User', { timeZone: '' });
  const list = () => ana.call.task.list({ view: 'today' });
  await list();
  const { DateTimeFormat } = Intl;
  let made = 0;
  const counting = () => {
    made += 1;
    return new DateTimeFormat();
  };
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat;
  });
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, { apply: counting, construct: counting });
  for (let n = 0; n < 10; n++) await list();
  expect(made).toBe(0);
  Intl.DateTimeFormat().resolvedOptions();
  expect(made).toBe(1);
});

test('looking at a session that has expired writes nothing', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  world.db.update(session).set({ expiresAt: 0 }).run();
  const before = rowsWritten(world.db);
  await expect(ana.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  const [row] = world.db.select().from(session).all();
  expect(await world.sessions.alive(row?.id ?? '')).toBeNull();
  expect(rowsWritten(world.db)).toBe(before);
});
