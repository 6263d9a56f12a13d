import { expect, test } from 'vitest';
import { createChallenges } from './challenges.ts';

const NOW = 1_795_000_000_000;
const challenges = createChallenges(new Uint8Array(32).fill(1));

test('a challenge is good for its purpose, for five minutes', () => {
  const challenge = challenges.issue('sign-in', NOW);
  expect(challenges.expiryOf(challenge, 'sign-in', NOW)).toBe(NOW + 300_000);
  expect(challenges.expiryOf(challenge, 'sign-in', NOW + 299_999)).toBe(NOW + 300_000);
  expect(challenges.expiryOf(challenge, 'sign-in', NOW + 300_000)).toBeNull();
  expect(challenges.expiryOf(challenge, 'register ana', NOW)).toBeNull();
  expect(challenges.issue('sign-in', NOW)).not.toBe(challenge);
});

test('a challenge of another installation, a changed one or another spelling of it is none', () => {
  let challenge = challenges.issue('sign-in', NOW);
  // Without one of these letters its spelling is the same in both alphabets of base64.
  while (!/[-_]/.test(challenge)) challenge = challenges.issue('sign-in', NOW);
  expect(createChallenges(new Uint8Array(32).fill(2)).expiryOf(challenge, 'sign-in', NOW)).toBeNull();
  const bytes = Buffer.from(challenge, 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(challenges.expiryOf(changed.toString('base64url'), 'sign-in', NOW)).toBeNull();
  }
  for (const spelled of ['', `${challenge}=`, ` ${challenge}`, bytes.toString('base64')]) {
    expect(challenges.expiryOf(spelled, 'sign-in', NOW)).toBeNull();
  }
});
