import { createGroupCommit } from '@onus/db/commits/group-commit';
import { recoveryCode, totp } from '@onus/db/schema/access/second-factor';
import { expect, test } from 'vitest';
import { createSealing } from '../core/secrets/sealing.ts';
import { createCaller } from '../root.ts';
import { admin, downloaded, idOf, testWorld } from '../testing.ts';
import { appWith, enrolled, STEP } from './testing.ts';

const PASSWORD = 'Ana-secret';
const ANA = { email: 'ana@example.com', password: PASSWORD };

test('a login needs a code once the app is confirmed, and gives neither token nor cookie without one', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { app } = await enrolled(world, ana, PASSWORD);
  const phone = world.browser();
  for (const code of [undefined, '', '  ', '000000', 'abcd-efgh-ijkl-mnop', app()]) {
    await expect(phone.call.auth.login({ ...ANA, code })).rejects.toMatchObject(refused('SECOND_FACTOR'));
  }
  expect(phone.held).toMatchObject({ cookie: null, marker: null });
  world.advance(STEP);
  const { accessToken } = await phone.call.auth.login({
    ...ANA,
    code: ` ${app().slice(0, 3)} ${app().slice(3)}`,
  });
  expect(accessToken).toBeTruthy();
  expect(phone.held.cookie).toBeTruthy();
});

test('a wrong password is refused the same with and without a code, an app or an account', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await world.person('Ben');
  const { app } = await enrolled(world, ana, PASSWORD);
  world.advance(STEP);
  const refusals = new Set<string>();
  for (const email of [ANA.email, 'ben@example.com', 'nobody@example.com']) {
    for (const code of [undefined, app(), '000000']) {
      await world
        .browser()
        .call.auth.login({ email, password: 'wrong', code })
        .catch(({ message, cause }) => refusals.add(`${cause.code} ${message}`));
    }
  }
  expect([...refusals]).toEqual(['UNAUTHORIZED Wrong email or password']);
});

test('a time step is accepted once: confirming uses it up, a login does, and of two at once one does', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { app } = await enrolled(world, ana, PASSWORD);
  const logIn = (code: string) => world.browser().call.auth.login({ ...ANA, code });
  await expect(logIn(app())).rejects.toMatchObject(refused('SECOND_FACTOR'));
  await expect(logIn(app(-1))).rejects.toMatchObject(refused('SECOND_FACTOR'));
  world.advance(STEP);
  const ends = await Promise.allSettled([1, 2, 3, 4].map(() => logIn(app())));
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  world.advance(STEP);
  await logIn(app(1));
  await expect(logIn(app())).rejects.toMatchObject(refused('SECOND_FACTOR'));
});

test('two processes on one database accept a code once', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { app } = await enrolled(world, ana, PASSWORD);
  world.advance(STEP);
  const other = world.browser();
  const elsewhere = createCaller({ ...other.context, commits: createGroupCommit(world.db) });
  const ends = await Promise.allSettled([
    world.browser().call.auth.login({ ...ANA, code: app() }),
    elsewhere.auth.login({ ...ANA, code: app() }),
  ]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a recovery code signs in once, and the status counts what is left', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { recoveryCodes } = await enrolled(world, ana, PASSWORD);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const [first = '', second = ''] = recoveryCodes;
  const logIn = (code: string) => world.browser().call.auth.login({ ...ANA, code });
  const ends = await Promise.allSettled([
    logIn(first),
    logIn(first.toUpperCase()),
    logIn(first.replaceAll('-', ' ')),
  ]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(logIn(first)).rejects.toMatchObject(refused('SECOND_FACTOR'));
  await logIn(second.toUpperCase().replaceAll('-', ''));
  expect(await ana.call.secondFactor.status()).toMatchObject({ isOn: true, recoveryLeft: 8 });
});

test('codes of one person are nothing at the account of another', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const mine = await enrolled(world, ana, PASSWORD);
  const theirs = await enrolled(world, ben, 'Ben-secret');
  world.advance(STEP);
  for (const code of [theirs.app(), theirs.recoveryCodes[0]]) {
    await expect(world.browser().call.auth.login({ ...ANA, code })).rejects.toMatchObject(
      refused('SECOND_FACTOR'),
    );
  }
  await world.browser().call.auth.login({ ...ANA, code: mine.app() });
  // Even with a row that was moved to another account in the file.
  const [anaId, benId] = [await idOf(ana), await idOf(ben)];
  world.db.$client
    .prepare(
      'update totp set last_step = 0, secret = (select secret from totp where user_id = ?) where user_id = ?',
    )
    .run(benId, anaId);
  world.db.$client.prepare('update recovery_code set user_id = ?').run(anaId);
  for (const code of [theirs.app(), theirs.recoveryCodes[0]]) {
    await expect(world.browser().call.auth.login({ ...ANA, code })).rejects.toMatchObject(
      refused('SECOND_FACTOR'),
    );
  }
});

test('a new secret replaces the one in use only when it is confirmed', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const before = await enrolled(world, ana, PASSWORD);
  const { secret } = await ana.call.totp.start({ currentPassword: PASSWORD });
  const next = appWith(world, secret);
  world.advance(STEP);
  await expect(world.browser().call.auth.login({ ...ANA, code: next() })).rejects.toMatchObject(
    refused('SECOND_FACTOR'),
  );
  await world.browser().call.auth.login({ ...ANA, code: before.app() });
  await expect(ana.call.totp.confirm({ code: before.app(1) })).rejects.toMatchObject(refused('BAD_REQUEST'));
  const { recoveryCodes } = await ana.call.totp.confirm({ code: next() });
  world.advance(STEP);
  for (const code of [before.app(), before.recoveryCodes[0]]) {
    await expect(world.browser().call.auth.login({ ...ANA, code })).rejects.toMatchObject(
      refused('SECOND_FACTOR'),
    );
  }
  await world.browser().call.auth.login({ ...ANA, code: next() });
  await world.browser().call.auth.login({ ...ANA, code: recoveryCodes[0] });
});

test('a secret is confirmed in the session that asked for it, within an hour, and once', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const phone = world.browser();
  phone.held.accessToken = (await phone.call.auth.login(ANA)).accessToken;
  await expect(ana.call.totp.confirm({ code: '123456' })).rejects.toMatchObject(refused('BAD_REQUEST'));
  const { secret } = await ana.call.totp.start({ currentPassword: PASSWORD });
  const app = appWith(world, secret);
  await expect(phone.call.totp.confirm({ code: app() })).rejects.toMatchObject(refused('BAD_REQUEST'));
  world.advance(3_600_000);
  ana.held.accessToken = (await ana.call.auth.refresh()).accessToken;
  await expect(ana.call.totp.confirm({ code: app() })).rejects.toMatchObject(refused('BAD_REQUEST'));
  const late = appWith(world, (await ana.call.totp.start({ currentPassword: PASSWORD })).secret);
  const ends = await Promise.allSettled([late(), late()].map(code => ana.call.totp.confirm({ code })));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('setting up and removing need the password, and setting up ends the other sessions', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const phone = world.browser();
  phone.held.accessToken = (await phone.call.auth.login(ANA)).accessToken;
  for (const currentPassword of ['', 'wrong']) {
    await expect(ana.call.totp.start({ currentPassword })).rejects.toMatchObject(refused('BAD_REQUEST'));
    await expect(ana.call.totp.remove({ currentPassword })).rejects.toMatchObject(refused('BAD_REQUEST'));
  }
  await enrolled(world, ana, PASSWORD);
  await expect(phone.call.auth.me()).rejects.toMatchObject(refused('SESSION_REVOKED'));
  await expect(phone.call.auth.refresh()).rejects.toMatchObject(refused('SESSION_REVOKED'));
  await ana.call.totp.remove({ currentPassword: PASSWORD });
  expect(await ana.call.secondFactor.status()).toMatchObject({ isOn: false, since: null, recoveryLeft: 0 });
  await world.browser().call.auth.login(ANA);
});

test('wrong codes are counted like wrong passwords, also many at once; being asked for a code is not', async () => {
  // A call that is made again finds the others' guesses under way.
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { app } = await enrolled(world, ana, PASSWORD);
  world.advance(STEP);
  const logIn = (code?: string) => world.browser().call.auth.login({ ...ANA, code });
  for (let n = 0; n < 12; n++) await expect(logIn()).rejects.toMatchObject(refused('SECOND_FACTOR'));
  const reasons = await Promise.all(
    Array.from({ length: 20 }, () =>
      logIn('111111').then(
        () => 'in',
        ({ cause }) => String(cause.code),
      ),
    ),
  );
  expect(reasons.filter(one => one === 'SECOND_FACTOR')).toHaveLength(10);
  expect(reasons.filter(one => one === 'TOO_MANY_REQUESTS')).toHaveLength(10);
  await expect(logIn(app())).rejects.toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('a login that the disk does not take is no wrong code', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { app } = await enrolled(world, ana, PASSWORD);
  world.advance(STEP);
  const { $client: client } = world.db;
  const exec = client.exec.bind(client);
  client.exec = sql => {
    if (sql !== 'commit') return exec(sql);
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  for (let n = 0; n < 12; n++) {
    await expect(world.browser().call.auth.login({ ...ANA, code: app() })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  }
  client.exec = exec;
  await world.browser().call.auth.login({ ...ANA, code: app() });
});

test('a refused login leaves the code unused', async () => {
  const world = testWorld();
  const [boss, ana] = [await admin(world, 'Boss'), await world.person('Ana')];
  const { app, recoveryCodes } = await enrolled(world, ana, PASSWORD);
  const id = await idOf(ana);
  world.advance(STEP);
  await boss.call.member.update({ id, active: false });
  for (const code of [app(), recoveryCodes[0]]) {
    await expect(world.browser().call.auth.login({ ...ANA, code })).rejects.toMatchObject(
      refused('INACTIVE'),
    );
  }
  await boss.call.member.update({ id, active: true });
  for (const code of [app(), recoveryCodes[0]]) await world.browser().call.auth.login({ ...ANA, code });
});

test('a reset link sets a password, and the login with it still needs a code', async () => {
  const world = testWorld();
  const [boss, ana] = [await admin(world, 'Boss'), await world.person('Ana')];
  await enrolled(world, ana, PASSWORD);
  const { url } = await boss.call.member.link({ id: await idOf(ana) });
  const visitor = world.browser();
  const token = new URL(url).searchParams.get('token') ?? '';
  await visitor.call.auth.activate({ token, password: 'another' });
  expect(visitor.held.cookie).toBeNull();
  await expect(visitor.call.auth.login({ ...ANA, password: 'another' })).rejects.toMatchObject(
    refused('SECOND_FACTOR'),
  );
});

test('the database holds no secret in a form that could be used, and an export holds none at all', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const { secret } = await ana.call.totp.start({ currentPassword: PASSWORD });
  const waiting = world.db.$client.serialize();
  expect(waiting.includes(secret)).toBe(false);
  const { recoveryCodes } = await ana.call.totp.confirm({ code: appWith(world, secret)() });
  const bytes = world.db.$client.serialize();
  for (const one of [secret, ...recoveryCodes, ...recoveryCodes.map(code => code.replaceAll('-', ''))]) {
    expect(bytes.includes(one)).toBe(false);
    expect(bytes.includes(one.toUpperCase())).toBe(false);
  }
  const [row] = world.db.select().from(totp).all();
  const stored = [
    row?.secret ?? '?',
    ...world.db
      .select()
      .from(recoveryCode)
      .all()
      .map(({ hash }) => hash),
  ];
  expect(stored).toHaveLength(11);
  for (const kind of ['user', 'household'] as const) {
    const file = JSON.stringify(await downloaded(ana, kind));
    for (const one of stored) expect(file).not.toContain(one);
  }
});

test('without the key file no code is right, and a recovery code still is', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { app, recoveryCodes } = await enrolled(world, ana, PASSWORD);
  world.advance(STEP);
  const { context } = world.browser();
  const sealing = createSealing(new Uint8Array(32).fill(9));
  const elsewhere = createCaller({ ...context, sealing });
  await expect(elsewhere.auth.login({ ...ANA, code: app() })).rejects.toMatchObject(refused('SECOND_FACTOR'));
  await elsewhere.auth.login({ ...ANA, code: recoveryCodes[0] });
});

test('the response of totp.start is for an authenticator app, as text and as a QR code', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { secret, uri, qr } = await ana.call.totp.start({ currentPassword: PASSWORD });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(`otpauth://totp/Onus:ana%40example.com?secret=${secret}&issuer=Onus`);
  expect(qr).toMatch(/^<svg .*<\/svg>$/s);
});

function refused(reason: string) {
  return { cause: { code: reason } };
}
