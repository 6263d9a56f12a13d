import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';
import { LOWEST_COST } from './testing.ts';

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
    Array.from({ length: 205 }, (_, n) => passwords.hash(`secret ${n}`, 1, { address })),
  );
  const refused = ends.filter(end => end.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(5);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
  }
  expect(await passwords.hash('later', 1, { address })).toMatch(/^\$argon2id\$/);
});

test('a sign-in does not wait behind the passwords that one person has hashed', async () => {
  const passwords = cheapPasswords();
  const own = { passwordHash: await passwords.hash('mine', 1, { address }) };
  const order: string[] = [];
  const created = Array.from({ length: 60 }, (_, n) =>
    passwords.hash(`member ${n}`, 1, { address, person: 'manager' }).then(() => order.push('member')),
  );
  const signIns = Array.from({ length: 5 }, () =>
    passwords.verify(own, 'mine', 'no', { address }).then(() => order.push('sign-in')),
  );
  await Promise.all([...created, ...signIns]);
  // Beside each sign-in one member at most is hashed, and one was before the first.
  expect(order.slice(0, 20).filter(one => one === 'sign-in')).toHaveLength(5);
});
