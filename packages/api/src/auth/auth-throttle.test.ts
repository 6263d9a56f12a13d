import { expect, test } from 'vitest';
import { type Browser, testWorld, type World } from '../testing.ts';

const EMAIL = 'ana@example.com';
const WRONG = { code: 'UNAUTHORIZED', message: 'Wrong email or password' };
const FULL = { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again in 15 minutes.' };

/** The world seen from an address. */
function from(world: World, address: string): Browser {
  return world.browser({ address });
}

function guess(browser: Browser, email = EMAIL, password = 'wrong') {
  return browser.call.auth.login({ email, password });
}

async function fail(browser: Browser, times: number, email = EMAIL): Promise<void> {
  for (let n = 0; n < times; n++) await expect(guess(browser, email)).rejects.toMatchObject(WRONG);
}

test.each([EMAIL, 'unknown@example.com'])('ten failures at %s, then every guess is refused', async email => {
  const world = testWorld();
  await world.person('Ana');
  await fail(from(world, '192.0.2.1'), 5, email);
  await fail(from(world, '192.0.2.2'), 5, ` ${email.toUpperCase()} `);
  for (const address of ['192.0.2.1', '192.0.2.3']) {
    const refused = await guess(from(world, address), email, 'Ana-secret').catch(error => error);
    expect(refused).toMatchObject({ ...FULL, cause: { code: 'TOO_MANY_REQUESTS' } });
    expect(refused.cause.retryAfter).toBeGreaterThan(880);
    expect(refused.cause.retryAfter).toBeLessThanOrEqual(900);
  }
  await fail(from(world, '192.0.2.1'), 1, 'another@example.com');
});

test('twenty parallel guesses count as twenty', async () => {
  const world = testWorld();
  await world.person('Ana');
  const { call } = world.browser();
  const tries = Array.from({ length: 20 }, () => call.auth.login({ email: EMAIL, password: 'wrong' }));
  const codes = (await Promise.allSettled(tries)).map(end => end.status === 'rejected' && end.reason.code);
  expect(codes.filter(code => code === 'UNAUTHORIZED')).toHaveLength(10);
  expect(codes.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(10);
});

test('a right password does not count as a failure, alone or in parallel', async () => {
  const world = testWorld();
  await world.person('Ana');
  await fail(world.browser(), 9);
  for (let n = 0; n < 12; n++) await guess(world.browser(), EMAIL, 'Ana-secret');
  await Promise.allSettled(Array.from({ length: 12 }, () => guess(world.browser(), EMAIL, 'Ana-secret')));
  await guess(world.browser(), EMAIL, 'Ana-secret');
  await fail(world.browser(), 1);
  await expect(guess(world.browser(), EMAIL, 'Ana-secret')).rejects.toMatchObject(FULL);
});

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
])('thirty failures from %s close it for %s and not for %s', async (address, same, other) => {
  const world = testWorld();
  await world.person('Ana');
  for (let n = 0; n < 30; n++) await fail(from(world, address), 1, `${n}@example.com`);
  const refused = await guess(from(world, same), EMAIL, 'Ana-secret').catch(error => error);
  expect(refused).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many attempts. Try again in a minute.',
  });
  // Of the minute, what the thirty failures took is over.
  expect(refused.cause.retryAfter).toBeGreaterThan(30);
  expect(refused.cause.retryAfter).toBeLessThanOrEqual(60);
  await guess(from(world, other), EMAIL, 'Ana-secret');
});

test('the owner gets in from a browser they signed in with before, while a stranger guesses', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await ana.call.auth.logout();
  await fail(world.browser(), 10);
  for (let n = 0; n < 20; n++) await fail(world.browser(), 1, `${n}@example.com`);
  await expect(guess(world.browser(), EMAIL, 'Ana-secret')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await guess(ana, EMAIL, 'Ana-secret');
});

test('a known browser has ten failures of its own, and is no stranger’s way in', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  await fail(ana, 10);
  await expect(guess(ana, EMAIL, 'Ana-secret')).rejects.toMatchObject(FULL);
  await guess(world.browser(), EMAIL, 'Ana-secret');

  await fail(world.browser(), 10);
  await expect(guess(ben, EMAIL, 'Ana-secret')).rejects.toMatchObject(FULL);
  const forger = world.browser();
  forger.held.marker = `${ben.held.marker?.split('.')[0]}.${'A'.repeat(43)}`;
  await expect(guess(forger, EMAIL, 'Ana-secret')).rejects.toMatchObject(FULL);
  forger.held.marker = '%';
  await expect(guess(forger, EMAIL, 'Ana-secret')).rejects.toMatchObject(FULL);
});

test('signing in again keeps the browser’s name, and with it its failures', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  await fail(ana, 9);
  await guess(ana, EMAIL, 'Ana-secret');
  await fail(ana, 1);
  await expect(guess(ana, EMAIL, 'Ana-secret')).rejects.toMatchObject(FULL);
});

test('guesses at the password in a signed-in browser are limited too', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const change = (current: string) => ana.call.auth.changePassword({ current, password: 'fresh' });
  for (let n = 0; n < 10; n++) await expect(change('wrong')).rejects.toThrow('Current password is wrong');
  await expect(change('Ana-secret')).rejects.toMatchObject(FULL);
  await guess(world.browser(), EMAIL, 'Ana-secret');
});

test('an inactive account is told so after the right password only, and that is no failure', async () => {
  const world = testWorld();
  await world.person('Ana');
  world.db.$client.exec('update user set active = 0');
  for (let n = 0; n < 12; n++)
    await expect(guess(world.browser(), EMAIL, 'Ana-secret')).rejects.toThrow('Your account is not active');
  await fail(world.browser(), 10);
  await expect(guess(world.browser())).rejects.toMatchObject(FULL);
});

test('twenty registrations an hour from an address, whatever comes of them', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  await world.person('Ana');
  const ask = (n: number, address?: string) =>
    from(world, address ?? '192.0.2.1').call.auth.register({
      name: 'x',
      email: n < 10 ? `${n}@example.com` : EMAIL,
      password: 'x',
      roles: 'User',
    });
  const codes = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      ask(n).then(
        () => 'ok',
        error => error.code,
      ),
    ),
  );
  // Ana's own was the first of the twenty.
  expect(codes).toEqual([
    ...Array(10).fill('ok'),
    ...Array(9).fill('CONFLICT'),
    ...Array(5).fill('TOO_MANY_REQUESTS'),
  ]);
  await expect(ask(1)).rejects.toThrow('Too many attempts. Try again in 60 minutes.');
  await expect(ask(0, '192.0.2.2')).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(world.db.$client.prepare('select count(*) from user').pluck().get()).toBe(11);
});
