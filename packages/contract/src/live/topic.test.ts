import { expect, test } from 'vitest';
import { msToReconnect, msToReturn, returnWithin } from './topic.ts';

test('a browser reads how long all may take to come back', () => {
  expect(msToReturn(returnWithin(12_500.4))).toBe(12_500);
  for (const reason of [undefined, '', 'return within ms', 'return within 1e9 ms', 'Too many calls']) {
    expect(msToReturn(reason)).toBe(0);
  }
});

test('a client waits longer after each failure, up to five seconds, spread by half', () => {
  const waits = (random: number) => [0, 1, 2, 3, 9].map(attempt => msToReconnect(attempt, 0, () => random));
  expect(waits(0)).toEqual([500, 1_000, 2_000, 2_500, 2_500]);
  expect(waits(0.5)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
});

test('after a restart it comes back at a moment of the time that is left, at first few do', () => {
  expect(msToReconnect(0, 12_500, () => 0)).toBe(500);
  expect(msToReconnect(0, 12_500, () => 1 / 16)).toBe(2_054.6875);
  expect(msToReconnect(0, 12_500, () => 1)).toBe(12_500);
  expect(msToReconnect(1, 100, () => 0.5)).toBe(2_000);
});
