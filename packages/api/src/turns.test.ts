import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Holds the event loop as a call does. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('calls that arrive together run in several turns, and another person’s does not wait for all', async () => {
  const turns = createTurns(10);
  const order: string[] = [];
  const call = (person: string) =>
    turns.run(person, async () => {
      await Promise.resolve();
      work(6);
      order.push(person);
    });
  const many = Array.from({ length: 20 }, () => call('ana'));
  await new Promise(setImmediate);
  expect(order.length).toBeLessThan(6);
  await Promise.all([...many, call('ben')]);
  expect(order).toHaveLength(21);
  expect(order.indexOf('ben')).toBeLessThan(10);
});

test('short calls stay in one turn', async () => {
  const turns = createTurns(1_000);
  const order: number[] = [];
  const calls = Array.from({ length: 20 }, (_, n) => turns.run('ana', async () => order.push(n)));
  await Promise.race([Promise.all(calls), new Promise(setImmediate)]);
  expect(order).toHaveLength(20);
});

test('work that waits for something itself holds up no other, and a failure is the caller’s', async () => {
  const turns = createTurns(10);
  const waits = turns.run('ana', () => new Promise(() => {}));
  await expect(turns.run('ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('ben', async () => 'done')).toBe('done');
  expect(waits).toBeInstanceOf(Promise);
});
