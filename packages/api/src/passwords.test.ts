import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('two hundred wait behind two; whoever comes then is told to come back', async () => {
  const passwords = createPasswords(0);
  const ends = await Promise.allSettled(
    Array.from({ length: 205 }, (_, n) => passwords.hash(`secret ${n}`, 1)),
  );
  const refused = ends.filter(end => end.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(5);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
  }
  expect(await passwords.hash('later', 1)).toMatch(/^\$argon2id\$/);
});
