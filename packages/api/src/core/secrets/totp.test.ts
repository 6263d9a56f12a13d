import { expect, test } from 'vitest';
import { base32, codeOf, newTotpSecret, stepAt, stepOfCode, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is that of the RFC', (seconds, code) => {
  expect(codeOf(SECRET, stepAt(seconds * 1000))).toBe(code);
});

// RFC 4648, section 10, for the vectors without padding.
test.each([
  ['fooba', 'MZXW6YTB'],
  ['', ''],
  ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('%j in base32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('a clock may be off by one step, either way, and no further', () => {
  const now = 1_795_000_000_000;
  const step = stepAt(now);
  const accepted = [-2, -1, 0, 1, 2].filter(
    off => stepOfCode(SECRET, codeOf(SECRET, step + off), now, 0) === step + off,
  );
  expect(accepted).toEqual([-1, 0, 1]);
});

test('a code of the last accepted step, or of an earlier one, is refused', () => {
  const now = 1_795_000_000_000;
  const step = stepAt(now);
  expect(stepOfCode(SECRET, codeOf(SECRET, step), now, step)).toBeNull();
  expect(stepOfCode(SECRET, codeOf(SECRET, step - 1), now, step)).toBeNull();
  expect(stepOfCode(SECRET, codeOf(SECRET, step + 1), now, step)).toBe(step + 1);
});

test('codes of another length are wrong', () => {
  const now = 59_000;
  for (const code of ['', '28708', '2870820', '94287082'])
    expect(stepOfCode(SECRET, code, now, 0)).toBeNull();
});

test('a new secret has 160 bits, and its address names Onus', () => {
  const secret = newTotpSecret();
  expect(secret).toHaveLength(20);
  const uri = new URL(totpUri(secret, 'ana+home@example.com'));
  expect(uri.href).toContain('otpauth://totp/Onus:ana%2Bhome%40example.com?');
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: base32(secret), issuer: 'Onus' });
});
