import { expect, test } from 'vitest';
import { createSealing } from './sealing.ts';

const SECRET = Buffer.from('a secret of twenty by');
const sealing = createSealing(new Uint8Array(32).fill(1));

test('a sealed secret opens for its owner', () => {
  const sealed = sealing.seal(SECRET, 'ana');
  expect(Buffer.from(sealing.open(sealed, 'ana') ?? [])).toEqual(SECRET);
  expect(Buffer.from(sealed, 'base64url').includes(SECRET)).toBe(false);
  expect(sealing.seal(SECRET, 'ana')).not.toBe(sealed);
});

test('it does not open for another owner, under another key or after a change', () => {
  const sealed = sealing.seal(SECRET, 'ana');
  expect(sealing.open(sealed, 'ben')).toBeNull();
  expect(createSealing(new Uint8Array(32).fill(2)).open(sealed, 'ana')).toBeNull();
  for (let at = 0; at < Buffer.from(sealed, 'base64url').length; at++) {
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(sealing.open(bytes.toString('base64url'), 'ana')).toBeNull();
  }
  for (const rubbish of ['', 'AAAA', sealed.slice(0, 20)]) expect(sealing.open(rubbish, 'ana')).toBeNull();
});
