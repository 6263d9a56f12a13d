import { BUDGETS } from '@onus/contract/limits/budgets';
import { expect, test } from 'vitest';
import { createLoad, type Line, noLine } from './load.ts';

test('one person has so many subscriptions and no more, on however many sockets', () => {
  const load = createLoad();
  const { most } = BUDGETS.subscriptionsOfPerson;
  const perSocket = BUDGETS.subscriptionsOfSocket.most;
  const lines: Line[] = Array.from({ length: most / perSocket }, noLine);
  const leaves = lines.flatMap(line => Array.from({ length: perSocket }, () => load.subscribe('ana', line)));
  expect(leaves).toHaveLength(most);
  expect(() => load.subscribe('ana', noLine())).toThrow('At most 6,000 subscriptions of one person');
  expect(() => load.subscribe('ben', noLine())).not.toThrow();
  leaves[0]?.();
  // Leaving twice frees one place only.
  leaves[0]?.();
  expect(() => load.subscribe('ana', noLine())).not.toThrow();
  expect(() => load.subscribe('ana', noLine())).toThrow('At most 6,000 subscriptions of one person');
});

test('a socket has its own, smaller number', () => {
  const load = createLoad();
  const line = noLine();
  for (let count = 0; count < BUDGETS.subscriptionsOfSocket.most; count += 1) load.subscribe('ana', line);
  expect(() => load.subscribe('ana', line)).toThrow('At most 8 subscriptions on one socket');
});
