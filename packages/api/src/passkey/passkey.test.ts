import { audit } from '@onus/db/schema/audit';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { appWith, enrolled } from '../second-factor/testing.ts';
import { admin, type Browser, idOf, testWorld, ticksOf, type World } from '../testing.ts';
import { authenticator, type Oddity } from './testing.ts';

const ANA = { email: 'ana@example.com', password: 'Ana-secret' };

/** Registers a passkey of a person. */
async function withPasskey(person: Browser, currentPassword: string, name = 'Phone') {
  const key = authenticator();
  const options = await person.call.passkey.registerOptions({ currentPassword });
  const { id } = await person.call.passkey.register({ name, response: key.register(options) });
  return { key, id };
}

async function signIn(world: World, key: ReturnType<typeof authenticator>, odd: Oddity = {}) {
  const browser = world.browser();
  const options = await browser.call.passkey.signInOptions();
  const { accessToken } = await browser.call.passkey.signIn({ response: key.signIn(options, odd) });
  browser.held.accessToken = accessToken;
  return browser;
}

function refused(reason: string) {
  return { cause: { code: reason } };
}

test('a passkey signs in without a name, a password or a code, and tells when it was used', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await world.person('Ben');
  const { key, id } = await withPasskey(ana, ANA.password, ' My phone ');
  expect(await ana.call.passkey.list()).toEqual([
    { id, name: ' My phone ', createdAt: expect.any(String), lastUsedAt: null },
  ]);
  await enrolled(world, ana, ANA.password);
  const phone = await signIn(world, key);
  expect(phone.held.cookie).toBeTruthy();
  expect(await phone.call.auth.me()).toMatchObject({ username: 'Ana' });
  expect(await phone.call.secondFactor.status()).toMatchObject({ passkeys: 1, hasShown: true });
  expect((await ana.call.passkey.list())[0]?.lastUsedAt).toEqual(expect.any(String));
});

test('a reset by a link leaves the passkeys, and says so to a person who may not know of them', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  const ana = await world.person('Ana');
  const anaId = await idOf(ana);
  const reset = async () => {
    const token = /token=(.*)$/.exec((await root.call.member.link({ id: anaId })).url)?.[1] ?? '';
    return (await world.browser().call.auth.activate({ token, password: ANA.password })).message;
  };
  expect(await reset()).toBe('Your password is set. You can log in now.');
  const { accessToken } = await world.browser().call.auth.login(ANA);
  ana.held.accessToken = accessToken;
  const { key } = await withPasskey(ana, ANA.password);
  expect(await reset()).toBe(
    'Your password is set. You can log in now. Passkeys still sign in to this account: delete those that are not yours in Settings.',
  );
  await signIn(world, key);
});

test('the options are for this host, name no user, and ask to verify the person', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { key } = await withPasskey(ana, ANA.password);
  const creation = await ana.call.passkey.registerOptions({ currentPassword: ANA.password });
  expect(creation).toMatchObject({
    rp: { id: 'onus.example' },
    user: { id: Buffer.from(await idOf(ana)).toString('base64url') },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: key.id }],
  });
  const request = await world.browser().call.passkey.signInOptions();
  expect(request).toMatchObject({ rpId: 'onus.example', userVerification: 'required' });
  expect(request.allowCredentials ?? []).toEqual([]);
});

test.each<[string, Oddity]>([
  ['does not verify the person', { isVerified: false }],
  ['is on a page of another site', { origin: 'https://onus.example.evil.example' }],
  ['is on the same host without https', { origin: 'http://onus.example' }],
  ['signs for another host', { host: 'evil.example' }],
])('an authenticator that %s neither registers nor signs in', async (_name, odd) => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const options = await ana.call.passkey.registerOptions({ currentPassword: ANA.password });
  const response = authenticator().register(options, odd);
  await expect(ana.call.passkey.register({ name: 'x', response })).rejects.toMatchObject(
    refused('BAD_REQUEST'),
  );
  const { key } = await withPasskey(ana, ANA.password);
  await expect(signIn(world, key, odd)).rejects.toMatchObject(refused('UNAUTHORIZED'));
  await signIn(world, key);
});

test('an answer is good once, also of several at once and after a restart', async () => {
  // Two servers share one database, and only the calls of one would be made again.
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { key } = await withPasskey(ana, ANA.password);
  const response = key.signIn(await world.browser().call.passkey.signInOptions());
  const answers = await Promise.allSettled(
    [1, 2, 3, 4].map(() => world.browser().call.passkey.signIn({ response })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const again = testWorld(world.db, { areCommitsSteady: true });
  await expect(again.browser().call.passkey.signIn({ response })).rejects.toMatchObject(
    refused('UNAUTHORIZED'),
  );
  const options = await ana.call.passkey.registerOptions({ currentPassword: ANA.password });
  const made = authenticator();
  await ana.call.passkey.register({ name: 'x', response: made.register(options) });
  await expect(
    ana.call.passkey.register({ name: 'x', response: authenticator().register(options) }),
  ).rejects.toMatchObject(refused('UNAUTHORIZED'));
});

test('a challenge is good for five minutes, for one purpose, in the session that asked', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const phone = world.browser();
  phone.held.accessToken = (await phone.call.auth.login(ANA)).accessToken;
  const { key } = await withPasskey(ana, ANA.password);
  const toRegister = await ana.call.passkey.registerOptions({ currentPassword: ANA.password });
  const toSignIn = await world.browser().call.passkey.signInOptions();
  const register = (who: Browser, asked: { challenge: string }) =>
    who.call.passkey.register({ name: 'x', response: authenticator().register(asked) });
  await expect(register(phone, toRegister)).rejects.toMatchObject(refused('BAD_REQUEST'));
  await expect(register(ana, toSignIn)).rejects.toMatchObject(refused('BAD_REQUEST'));
  for (const challenge of [toRegister.challenge, '', 'AAAA', Buffer.alloc(54).toString('base64url')]) {
    await expect(signIn(world, key, { challenge })).rejects.toMatchObject(refused('UNAUTHORIZED'));
  }
  world.advance(300_000);
  await expect(register(ana, toRegister)).rejects.toMatchObject(refused('BAD_REQUEST'));
  await expect(world.browser().call.passkey.signIn({ response: key.signIn(toSignIn) })).rejects.toMatchObject(
    refused('UNAUTHORIZED'),
  );
});

test('a copied authenticator falls behind with its counter; one that does not count stays good', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { key } = await withPasskey(ana, ANA.password);
  for (const counter of [0, 0, 5, 6]) await signIn(world, key, { counter });
  for (const counter of [6, 5, 0]) {
    await expect(signIn(world, key, { counter })).rejects.toMatchObject(refused('UNAUTHORIZED'));
  }
  const [one, two] = [world.browser(), world.browser()];
  const answers = await Promise.allSettled(
    [one, two].map(async ({ call }) =>
      call.passkey.signIn({ response: key.signIn(await call.passkey.signInOptions(), { counter: 7 }) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a key of one person opens no account of another', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const mine = await withPasskey(ana, ANA.password);
  const theirs = await withPasskey(ben, 'Ben-secret');
  const handleOf = async (who: Browser) => Buffer.from(await idOf(who)).toString('base64url');
  await expect(signIn(world, theirs.key, { userHandle: await handleOf(ana) })).rejects.toMatchObject(
    refused('UNAUTHORIZED'),
  );
  const options = await world.browser().call.passkey.signInOptions();
  const forged = { ...theirs.key.signIn(options), id: mine.key.id, rawId: mine.key.id };
  for (const userHandle of [await handleOf(ana), null]) {
    const response = { ...forged, response: { ...forged.response, userHandle } };
    await expect(world.browser().call.passkey.signIn({ response })).rejects.toMatchObject(
      refused('UNAUTHORIZED'),
    );
  }
  const again = await ben.call.passkey.registerOptions({ currentPassword: 'Ben-secret' });
  await expect(
    ben.call.passkey.register({ name: 'x', response: mine.key.register(again) }),
  ).rejects.toMatchObject(refused('CONFLICT'));
  await expect(ben.call.passkey.delete({ id: mine.id })).rejects.toMatchObject(refused('NOT_FOUND'));
  expect(await (await signIn(world, theirs.key, { userHandle: null })).call.auth.me()).toMatchObject({
    username: 'Ben',
  });
});

test('a passkey takes the password, ten are the most, and a deleted one opens nothing', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await expect(ana.call.passkey.registerOptions({ currentPassword: 'wrong' })).rejects.toMatchObject(
    refused('BAD_REQUEST'),
  );
  const { key, id } = await withPasskey(ana, ANA.password);
  for (let n = 1; n < 9; n++) await withPasskey(ana, ANA.password, `Key ${n}`);
  // Both may begin; the tenth is the last.
  const options = [1, 2].map(() => ana.call.passkey.registerOptions({ currentPassword: ANA.password }));
  const ends = await Promise.allSettled(
    (await Promise.all(options)).map(asked =>
      ana.call.passkey.register({ name: 'x', response: authenticator().register(asked) }),
    ),
  );
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(ana.call.passkey.registerOptions({ currentPassword: ANA.password })).rejects.toMatchObject(
    refused('BAD_REQUEST'),
  );
  const asked = await world.browser().call.passkey.signInOptions();
  const signing = world.browser().call.passkey.signIn({ response: key.signIn(asked) });
  await ana.call.passkey.delete({ id });
  await signing.catch(() => {});
  await expect(signIn(world, key)).rejects.toMatchObject(refused('UNAUTHORIZED'));
});

test('an inactive account says so after a right signature only, and the signature stays unused', async () => {
  const world = testWorld();
  const [boss, ana] = [await admin(world, 'Boss'), await world.person('Ana')];
  const { key } = await withPasskey(ana, ANA.password);
  const id = await idOf(ana);
  await boss.call.member.update({ id, active: false });
  const response = key.signIn(await world.browser().call.passkey.signInOptions());
  await expect(world.browser().call.passkey.signIn({ response })).rejects.toMatchObject(refused('INACTIVE'));
  await expect(signIn(world, authenticator())).rejects.toMatchObject(refused('UNAUTHORIZED'));
  await boss.call.member.update({ id, active: true });
  await world.browser().call.passkey.signIn({ response });
  await boss.call.secondFactor.reset({ userId: id });
  await expect(signIn(world, key)).rejects.toMatchObject(refused('UNAUTHORIZED'));
});

test('an attestation of a maker is not looked at, since it could name an address to fetch', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (const format of ['apple', 'tpm', 'android-key']) {
    const options = await ana.call.passkey.registerOptions({ currentPassword: ANA.password });
    const response = authenticator().register(options, { format });
    await expect(ana.call.passkey.register({ name: 'x', response })).rejects.toMatchObject(
      refused('BAD_REQUEST'),
    );
  }
});

test('guesses at passkeys are limited by address', async () => {
  const world = testWorld();
  const ends: string[] = [];
  for (let n = 0; n < 32; n++) {
    ends.push(
      await signIn(world, authenticator()).then(
        () => 'in',
        ({ cause }) => String(cause.code),
      ),
    );
  }
  expect(ends.filter(end => end === 'UNAUTHORIZED')).toHaveLength(30);
  expect(ends.filter(end => end === 'TOO_MANY_REQUESTS')).toHaveLength(2);
});

test('where a second factor is required, a passkey is one, and the password does not get past it', async () => {
  const world = testWorld(undefined, { requireSecondFactor: 'all' });
  const ana = await world.person('Ana');
  const { key, id } = await withPasskey(ana, ANA.password);
  await ana.call.auth.me();
  await (await signIn(world, key)).call.auth.me();
  await expect(world.browser().call.auth.login(ANA)).rejects.toMatchObject({
    message: 'Sign in with your passkey',
    ...refused('SECOND_FACTOR'),
  });
  await ana.call.passkey.delete({ id });
  await expect(ana.call.auth.me()).rejects.toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
});

test('a session from before the requirement sets up nothing beside a passkey that it has not shown', async () => {
  const steady = { areCommitsSteady: true };
  const world = testWorld(undefined, steady);
  const ana = await world.person('Ana');
  const thief = world.browser();
  thief.held.accessToken = (await thief.call.auth.login(ANA)).accessToken;
  await withPasskey(ana, ANA.password);
  const later = testWorld(world.db, { ...steady, requireSecondFactor: 'all' });
  const browser = later.browser();
  Object.assign(browser.held, thief.held);
  for (const call of [browser.call.totp.start, browser.call.passkey.registerOptions]) {
    await expect(call({ currentPassword: ANA.password })).rejects.toMatchObject(
      refused('SECOND_FACTOR_REQUIRED'),
    );
  }
  Object.assign(browser.held, ana.held);
  await browser.call.auth.me();
});

test('what a session began before the requirement is not finished beside a passkey that it has not shown', async () => {
  const steady = { areCommitsSteady: true };
  const world = testWorld(undefined, steady);
  const ana = await world.person('Ana');
  const thief = world.browser();
  thief.held.accessToken = (await thief.call.auth.login(ANA)).accessToken;
  const { secret } = await thief.call.totp.start({ currentPassword: ANA.password });
  const options = await thief.call.passkey.registerOptions({ currentPassword: ANA.password });
  await withPasskey(ana, ANA.password);
  const later = testWorld(world.db, { ...steady, requireSecondFactor: 'all' });
  const browser = later.browser();
  Object.assign(browser.held, thief.held);
  const code = appWith(later, secret)();
  await expect(browser.call.totp.confirm({ code })).rejects.toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
  const response = authenticator().register(options);
  await expect(browser.call.passkey.register({ name: 'x', response })).rejects.toMatchObject(
    refused('SECOND_FACTOR_REQUIRED'),
  );
});

test('of several that sign in with one answer, the others are refused, and a deleted passkey is in the audit log', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { key, id } = await withPasskey(ana, ANA.password);
  const response = key.signIn(await world.browser().call.passkey.signInOptions());
  const ends = await Promise.allSettled(
    [1, 2, 3].map(() => world.browser().call.passkey.signIn({ response })),
  );
  const reasons = ends.flatMap(end => (end.status === 'rejected' ? [end.reason.cause.code] : []));
  expect(reasons).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED']);
  expect(await ticksOf(world, { ana }, 'chat', () => ana.call.passkey.delete({ id }))).toEqual({
    ana: ['session'],
  });
  const lines = world.db.select().from(audit).where(eq(audit.event, 'passkey.deleted')).all();
  expect(lines).toMatchObject([{ actorName: 'Ana' }]);
});
