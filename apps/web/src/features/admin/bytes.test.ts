import { expect, it } from 'vitest';
import { sizeOf } from './bytes.ts';

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [999_499, '999 kB'],
  [12_400_000, '12.4 MB'],
  [3_000_000_000, '3 GB'],
  [2_500_000_000_000_000, '2,500 TB'],
])('%d bytes are shown, never parted at the end of a line', (bytes, shown) => {
  expect(sizeOf(bytes)).toBe(shown.replace(' ', '\u00a0'));
});
