import { afterEach, expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const LIMITS = { turn: 10, heavyTurn: 2, heavy: 100 };

/** Milliseconds. Only the tests move them, so that a busy machine changes nothing. */
let now = 0;
let used = 0;

/** The last work of a test is counted before the next one moves the clocks. */
afterEach(() => new Promise(setImmediate));

function turnsOf(limits = LIMITS) {
  return createTurns(limits, { now: () => now, used: () => used });
}

/** Takes so long as far as the turns can tell. */
function work(ms: number): void {
  used += ms;
  now += ms;
}

/** The machine does something else for so long. */
function interrupt(ms: number): void {
  now += ms;
}

test('calls that arrive together run in several turns, and another person’s does not wait for all', async () => {
  const turns = turnsOf();
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

test('a person who has used much goes after all others, and is not forgotten', async () => {
  const turns = turnsOf();
  const order: string[] = [];
  const call = (person: string, ms: number) =>
    turns.run(person, async () => {
      work(ms);
      order.push(person);
    });
  await call('ana', 150);
  const anas = Array.from({ length: 3 }, () => call('ana', 1));
  const others = Array.from({ length: 60 }, (_, n) => call(`other ${n}`, 0));
  await Promise.all(others);
  // The first of all was one of those who have used little when it began.
  const before = order.slice(1, 20).filter(person => person === 'ana');
  expect(before).toEqual([]);
  await Promise.all(anas);
  expect(order.filter(person => person === 'ana')).toHaveLength(4);
});

test('while others are there, a person who has used much has one long piece in a turn', async () => {
  const turns = turnsOf();
  let pieces = 0;
  const call = (person: string, ms: number) =>
    turns.run(person, async () => {
      work(ms);
      if (person === 'ana') pieces += 1;
    });
  await call('ana', 150);
  await call('ben', 0);
  const many = Array.from({ length: 10 }, () => call('ana', 3));
  const inTurns: number[] = [];
  while (pieces < 11) {
    const before = pieces;
    await new Promise(setImmediate);
    inTurns.push(pieces - before);
  }
  await Promise.all(many);
  expect(Math.max(...inTurns)).toBe(1);
});

test('a person who is alone has the whole turn, however much they use', async () => {
  const turns = turnsOf({ ...LIMITS, turn: 1_000 });
  await turns.run('ana', async () => work(150));
  let pieces = 0;
  const many = Array.from({ length: 20 }, () =>
    turns.run('ana', async () => {
      work(3);
      pieces += 1;
    }),
  );
  await new Promise(setImmediate);
  expect(pieces).toBe(20);
  await Promise.all(many);
});

test('short calls stay in one turn', async () => {
  const turns = turnsOf({ ...LIMITS, turn: 1_000 });
  const order: number[] = [];
  const calls = Array.from({ length: 20 }, (_, n) => turns.run('ana', async () => order.push(n)));
  await Promise.race([Promise.all(calls), new Promise(setImmediate)]);
  expect(order).toHaveLength(20);
});

test('work that waits for something itself holds up no other, and a failure is the caller’s', async () => {
  const turns = turnsOf();
  const waits = turns.run('ana', () => new Promise(() => {}));
  await expect(turns.run('ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('ben', async () => 'done')).toBe('done');
  expect(waits).toBeInstanceOf(Promise);
});

test('long work that pauses is done in pieces, between which others have their turn', async () => {
  const turns = turnsOf();
  const order: string[] = [];
  const long = async (name: string) => {
    for (let piece = 0; piece < 5; piece++) {
      work(6);
      order.push(name);
      await turns.run('ana', async () => {});
    }
  };
  const many = ['a', 'b', 'c'].map(name => turns.run('ana', () => long(name)));
  await new Promise(setImmediate);
  expect(order.length).toBeLessThan(6);
  await turns.run('ben', async () => order.push('ben'));
  await Promise.all(many);
  expect(order.indexOf('ben')).toBeLessThan(9);
});

test('a person whose calls the machine interrupts has not used much', async () => {
  const turns = turnsOf();
  const order: string[] = [];
  await turns.run('ana', async () => interrupt(150));
  await turns.run('ben', async () => work(110));
  await Promise.all(['cleo', 'ben', 'ana'].map(name => turns.run(name, async () => order.push(name))));
  expect(order).toEqual(['cleo', 'ana', 'ben']);
});

test('short calls of a person who has used much rest together, not each of them', async () => {
  const turns = turnsOf();
  await turns.run('ana', async () => work(150));
  await turns.run('ben', async () => {});
  let pieces = 0;
  const call = () =>
    turns.run('ana', async () => {
      work(0.25);
      pieces += 1;
    });
  const many = Array.from({ length: 20 }, call);
  await new Promise(setImmediate);
  // 2 ms of work are the part of a turn.
  expect(pieces).toBeGreaterThanOrEqual(8);
  await Promise.all(many);
});

test('work waits while connections are accepted, one in each turn of the event loop', async () => {
  const turns = turnsOf();
  let pieces = 0;
  turns.accepted();
  const calls = Array.from({ length: 3 }, () => turns.run('ana', async () => (pieces += 1)));
  for (let n = 0; n < 20; n++) {
    await new Promise(setImmediate);
    turns.accepted();
    expect(pieces).toBe(0);
  }
  await Promise.all(calls);
  expect(pieces).toBe(3);
});

test('connections without end hold up work for a part of the time', async () => {
  const turns = turnsOf();
  let pieces = 0;
  const calls = Array.from({ length: 100 }, () =>
    turns.run('ana', async () => {
      work(1);
      pieces += 1;
    }),
  );
  await new Promise(setImmediate);
  const [before, began] = [pieces, now];
  for (let n = 0; n < 400 && now < began + 60; n++) {
    turns.accepted();
    interrupt(0.25);
    await new Promise(setImmediate);
  }
  // For 10 ms there is none, then a turn of 10 ms.
  expect(pieces - before).toBeGreaterThanOrEqual(20);
  await Promise.all(calls);
});
