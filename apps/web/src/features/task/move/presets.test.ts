import { expect, it } from 'vitest';
import { presetsOf } from './presets.ts';

it.each([
  ['2026-11-22', '2026-11-23', '2026-11-23'],
  ['2026-11-23', '2026-11-24', '2026-11-30'],
  ['2026-11-28', '2026-11-29', '2026-11-30'],
  ['2026-12-31', '2027-01-01', '2027-01-04'],
  ['2028-02-28', '2028-02-29', '2028-03-06'],
])('on %s tomorrow is %s, and next week begins on %s', (today, tomorrow, monday) => {
  expect(presetsOf(today).map(({ day }) => day)).toEqual([today, tomorrow, monday]);
});
