import { createFairQueue } from '@onus/db/commits/fair-queue';
import { createArrivals } from './arrivals.ts';

/** Whose work runs next. */
export interface Turns {
  /** Runs work of a person when it is its turn. */
  run<T>(person: string, work: () => Promise<T>): Promise<T>;
  /** A connection was accepted. Work waits a little for others that may wait behind it. */
  accepted(): void;
  /** How many people have work that waits for its turn. */
  peopleWaiting(): number;
  /** Forgets people who have used little. */
  sweep(): void;
}

/** Both in milliseconds. A test moves its own. */
export interface Clocks {
  now(): number;
  /** Processor time of this thread. What the machine does beside it is no one's use. */
  used(): number;
}

/** Milliseconds of work. */
export interface TurnLimits {
  /** In one turn of the event loop, by the clock. */
  turn: number;
  /** In one turn for people with much work, while others are there. */
  heavyTurn: number;
  /** Processor time of one person in a second. Above it others go first. */
  heavy: number;
}

/** So many pieces of others run, at the most, before one of a person with much work. */
const OTHERS_FIRST = 20;

/**
 * Runs one piece of work after the other, and goes on in the next turn of the event loop when one turn took
 * long: what arrives then waits for a piece of work and not for all of them. A piece lasts until the work
 * waits for something itself.
 *
 * Of several people who wait, each has one in turn. Those who have used much go last: while others are there
 * their work has a small part of each turn, and then rests for as long as it took.
 */
export function createTurns(limits: TurnLimits, { now, used }: Clocks = CLOCKS): Turns {
  const waiting = createFairQueue<() => void>();
  const usage = createUsage(limits, now);
  const others = createOthers(now);
  const rests = createRests(limits.heavyTurn, wake);
  const arrivals = createArrivals(limits.turn, now, wake);
  let began: number | null = null;
  const meter = createMeter({ now, used });
  let [isRunning, othersInRow] = [false, 0];

  function nextTurn(): void {
    began = null;
    wake();
  }

  function wake(): void {
    if (!isRunning && !arrivals.areExpected() && waiting.size() > 0) step();
  }

  function step(): void {
    const at = now();
    const next = choose(began === null ? 0 : at - began);
    if (!next) return;
    if (began === null) {
      began = at;
      meter.begin();
      setImmediate(nextTurn);
    }
    const isHeavy = usage.isHeavy(next.owner);
    othersInRow = isHeavy ? 0 : othersInRow + 1;
    if (!isHeavy) others.saw(next.owner, at);
    isRunning = true;
    next.work();
    afterMicrotasks(() => {
      isRunning = false;
      const took = meter.usedSince(at);
      usage.add(next.owner, took);
      if (isHeavy && others.areThere(next.owner)) rests.owe(took);
      wake();
    });
  }

  function choose(spent: number): ReturnType<typeof waiting.next> {
    const mayRun = (person: string) =>
      others.areThere(person) ? !rests.isResting() && spent < limits.heavyTurn : spent < limits.turn;
    const heavy = () => waiting.next(person => usage.isHeavy(person) && mayRun(person));
    const light = () => (spent < limits.turn ? waiting.next(person => !usage.isHeavy(person)) : undefined);
    return othersInRow < OTHERS_FIRST ? (light() ?? heavy()) : (heavy() ?? light());
  }

  return {
    run<T>(person: string, work: () => Promise<T>) {
      const { promise, resolve } = Promise.withResolvers<T>();
      waiting.add(person, () => resolve(work()));
      wake();
      return promise;
    },
    accepted: arrivals.saw,
    peopleWaiting: waiting.owners,
    sweep: usage.sweep,
  };
}

const CLOCKS: Clocks = {
  now: () => performance.now(),
  used() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
};

/** Milliseconds of a piece whose time is its processor time, near enough: to ask for that is a system call. */
const SHORT = 0.25;

/** The processor time of pieces of work. */
function createMeter({ now, used }: Clocks) {
  let counted = 0;
  return {
    /** A turn of the event loop begins. */
    begin(): void {
      counted = used();
    },
    /** What has been counted since the turn began, or since the last long piece ended: no more than has passed. */
    usedSince(at: number): number {
      const passed = now() - at;
      if (passed < SHORT) return passed;
      const before = counted;
      counted = used();
      return Math.min(passed, counted - before);
    },
  };
}

/** When work that has begun is done, or waits for something: the ticks of Node come after all microtasks. */
function afterMicrotasks(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}

/** Those who have used much rest as long as their calls took. A timer lasts 1 ms and more, so short calls rest together. */
function createRests(least: number, wake: () => void) {
  let [isResting, owed] = [false, 0];
  return {
    isResting: () => isResting,
    owe(ms: number): void {
      owed += ms;
      if (owed < least) return;
      isResting = true;
      setTimeout(() => {
        isResting = false;
        wake();
      }, owed);
      owed = 0;
    },
  };
}

/** Milliseconds for which a person counts as there after a call. */
const THERE = 200;

/** The last two people whose calls are few. */
function createOthers(now: () => number) {
  let last = { person: '', at: Number.NEGATIVE_INFINITY };
  let before = last;
  return {
    saw(person: string, at: number): void {
      if (person !== last.person) before = last;
      last = { person, at };
    },
    /** Whether one of them is not this person. */
    areThere(person: string): boolean {
      const { at } = last.person === person ? before : last;
      return now() - at < THERE;
    },
  };
}

/** What each person has used, less what they may use all the time. */
function createUsage({ heavy }: TurnLimits, now: () => number) {
  const used = new Map<string, { ms: number; at: number }>();

  function msOf(person: string): number {
    const one = used.get(person);
    return one ? Math.max(0, one.ms - ((now() - one.at) * heavy) / 1000) : 0;
  }

  return {
    isHeavy: (person: string) => msOf(person) > heavy,
    /** Never so much that it takes a person long to be one of the others again. */
    add(person: string, ms: number): void {
      used.set(person, { ms: Math.min(msOf(person) + ms, 5 * heavy), at: now() });
    },
    sweep(): void {
      for (const person of used.keys()) if (msOf(person) === 0) used.delete(person);
    },
  };
}
