import { expect, test } from 'vitest';
import { LOWEST_COST } from '../../testing.ts';
import { createPasswords } from './passwords.ts';

const address = '192.0.2.1';

/** How many wait for how many does not depend on what one costs. */
function cheapPasswords() {
  return createPasswords(0, async () => {}, LOWEST_COST);
}

test('a password is hashed at the cost that OWASP names, unless a test asks for less', async () => {
  const hash = await createPasswords(0).hash('secret', 1, { address });
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('two hundred wait behind two; the next one is told to come back', async () => {
  const passwords = cheapPasswords();
  const ends = await Promise.allSettled(
    Array.from({ length: 205 }, (_, n) =>
      passwords.verify(undefined, 'secret', 'no', { address, person: `person ${n}`, signsIn: true }),
    ),
  );
  const refused = ends
    .filter(end => end.status === 'rejected')
    .filter(({ reason }) => reason.code !== 'UNAUTHORIZED');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(5);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
  }
  expect(await passwords.hash('later', 1, { address })).toMatch(/^\$argon2id\$/);
});

test('several people who fill the queue together leave places to those who sign in', async () => {
  const passwords = cheapPasswords();
  const own = { passwordHash: await passwords.hash('mine', 1, { address }) };
  const added = Promise.allSettled(
    Array.from({ length: 240 }, (_, n) =>
      passwords.hash(`member ${n}`, 1, { address, person: `manager ${n % 4}` }),
    ),
  );
  const signIns = Array.from({ length: 20 }, (_, n) =>
    passwords.verify(own, 'mine', 'no', { address, person: `person ${n}`, signsIn: true }),
  );
  expect(await Promise.all(signIns)).toHaveLength(20);
  const ends = await added;
  expect(ends.filter(end => end.status === 'fulfilled').length).toBeGreaterThanOrEqual(140);
  const refused = ends.find(end => end.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
});

test('a sign-in does not wait behind the passwords that one person has hashed or checked', async () => {
  const passwords = cheapPasswords();
  const own = { passwordHash: await passwords.hash('mine', 1, { address }) };
  const order: string[] = [];
  const manager = { address, person: 'manager' };
  const many = Array.from({ length: 30 }, (_, n) =>
    (n % 2 === 0
      ? passwords.hash(`member ${n}`, 1, manager)
      : passwords.verify(own, 'mine', 'no', manager)
    ).then(() => order.push('manager')),
  );
  const signIns = Array.from({ length: 5 }, (_, n) =>
    passwords.verify(own, 'mine', 'no', { address, person: `p${n}` }).then(() => order.push('sign-in')),
  );
  await Promise.all([...many, ...signIns]);
  // Beside each sign-in one password of the manager at most is hashed, and one was before the first.
  expect(order.slice(0, 12).filter(one => one === 'sign-in')).toHaveLength(5);
});

test('one person does not fill the queue', async () => {
  const passwords = cheapPasswords();
  const many = Array.from({ length: 200 }, (_, n) =>
    passwords.hash(`member ${n}`, 1, { address, person: 'manager' }),
  );
  const other = passwords.hash('secret', 1, { address, person: 'other' });
  const refused = (await Promise.allSettled(many)).filter(end => end.status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(135);
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'At most 60 passwords of one person that wait to be hashed. Try again in a minute.',
    });
  expect(await other).toMatch(/^\$argon2id\$/);
});

test('many sign in from one address, and others still find a place', async () => {
  const passwords = cheapPasswords();
  const office = Array.from({ length: 160 }, (_, n) => passwords.hash(`secret ${n}`, 1, { address }));
  const other = passwords.hash('secret', 1, { address: '198.51.100.1' });
  const refused = (await Promise.allSettled(office)).filter(end => end.status === 'rejected');
  // Two were hashed at once, so 152 were taken.
  expect(refused).toHaveLength(8);
  expect(await other).toMatch(/^\$argon2id\$/);
});
