import { BUDGETS } from '@onus/contract/limits/budgets';
import { CONNECTION_BUDGETS } from '@onus/contract/limits/connection-budgets';
import { describe, expect, test } from 'vitest';
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

test('while calls of many people wait, no one else should connect', async () => {
  const load = createLoad();
  const work = Array.from({ length: 100 }, (_, person) => load.turn(`person ${person}`, async () => {}));
  expect(load.isBusy()).toBe(true);
  await Promise.all(work);
  expect(load.isBusy()).toBe(false);
});

test('all the calls that one person may have in flight keep no one from connecting', async () => {
  const load = createLoad();
  const work = Array.from({ length: BUDGETS.callsInFlight.most }, () => load.turn('ana', async () => {}));
  expect(load.isBusy()).toBe(false);
  await Promise.all(work);
});

describe('open connections', () => {
  /** Lines that are connected, and what ends each. */
  function connected(load: ReturnType<typeof createLoad>, count: number) {
    return Array.from({ length: count }, () => {
      const line = noLine();
      return { line, gone: load.connect(line) };
    });
  }

  test('one person has a third of the descriptors, and others still have theirs', () => {
    const load = createLoad(1_024);
    const mine = connected(load, 342);
    const limits = mine.map(({ line }) => load.hold('ana', line));
    expect(limits.filter(Boolean)).toMatchObject([{ most: 341 }]);
    expect(load.hold('ben', connected(load, 1)[0]?.line ?? noLine())).toBeNull();
    // A place that is given up twice is one place.
    mine[0]?.gone();
    mine[0]?.gone();
    const [next, last] = connected(load, 2);
    expect(next && load.hold('ana', next.line)).toBeNull();
    expect(next && load.hold('ana', next.line)).toBeNull();
    expect(last && load.hold('ana', last.line)).toMatchObject({ most: 341 });
  });

  test('once half of the descriptors are in use, a person adds only a few', () => {
    const load = createLoad(1_024);
    for (const person of ['ana', 'ben']) {
      for (const { line } of connected(load, 300)) load.hold(person, line);
    }
    const late = connected(load, 31).map(({ line }) => load.hold('cem', line));
    expect(late.filter(Boolean)).toEqual([CONNECTION_BUDGETS.connectionsWhenFull]);
    const refused = connected(load, 1).map(({ line }) => load.hold('ana', line));
    expect(refused).toEqual([CONNECTION_BUDGETS.connectionsWhenFull]);
  });

  test('a stream counts as one, and is refused where there is no place', () => {
    const load = createLoad(9);
    const [one, two, three, four] = connected(load, 4);
    for (const held of [one, one, two, three]) if (held) load.subscribe('ana', held.line);
    expect(() => four && load.subscribe('ana', four.line)).toThrow(
      'At most 3 open sockets and streams of one person',
    );
  });

  test('one that closed before it was known whose it is takes no place', () => {
    const load = createLoad(3);
    const [closed, open] = connected(load, 2);
    closed?.gone();
    expect(closed && load.hold('ana', closed.line)).toBeNull();
    expect(open && load.hold('ana', open.line)).toBeNull();
  });
});
