import { expect, test } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

function all(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) taken.push(next.work);
  return taken;
}

test('owners take turns, and each keeps its own order', () => {
  const queue = createFairQueue<string>();
  for (const work of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(work.slice(0, 1), work);
  expect(queue.size()).toBe(6);
  expect(queue.sizeOf('a')).toBe(3);
  expect(all(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(queue.size()).toBe(0);
  expect(queue.sizeOf('a')).toBe(0);
});

test('a later owner waits for one piece of each other owner', () => {
  const queue = createFairQueue<string>();
  for (let n = 0; n < 100; n++) queue.add('a', `a${n}`);
  expect(queue.next()?.work).toBe('a0');
  queue.add('b', 'b0');
  expect([queue.next()?.work, queue.next()?.work]).toEqual(['a1', 'b0']);
});

test('an owner that may not run keeps its place', () => {
  const queue = createFairQueue<string>();
  for (const work of ['a1', 'b1', 'c1']) queue.add(work.slice(0, 1), work);
  expect(queue.next(owner => owner !== 'a')).toEqual({ owner: 'b', work: 'b1' });
  expect(queue.next(() => false)).toBeUndefined();
  expect(all(queue)).toEqual(['a1', 'c1']);
});
