import { BUDGETS, type Budget } from '@onus/contract/limits/budgets';
import { type DomainError, overBudget } from '../errors.ts';
import { createConnections } from './connections.ts';
import { createTurns } from './turns.ts';

/** A connection as the limits see it: an HTTP request until its response is sent, or a socket. */
export interface Line {
  /** Bytes that were answered and that the client has not taken, written or not. */
  unsent(): number;
  /** Whether another response may be made. */
  hasRoom(): boolean;
  /** When the client has taken enough for another response. */
  drained(): Promise<void>;
  /** Looks, while bytes are unsent, whether its client takes some: without any for some seconds it ends. */
  watch(): void;
  /** Ends the connection because of a limit. */
  end(limit: Budget): void;
  /** A call was refused because of a limit: a connection of one request after the other ends with its response. */
  refused(): void;
  /** The person behind it, once a call has signed in. */
  person: string | null;
  /** Characters in the responses of a batch so far; null where each response is sent on its own. */
  batch: number | null;
  /** Open subscriptions. */
  subscriptions: number;
}

/** The work and the unsent bytes of each person, held to the table of budgets. */
export interface Load {
  /** The system handed over a connection; others may wait behind it. */
  accepted(): void;
  /** @returns what to call when the connection is gone. */
  connect(line: Line): () => void;
  /** Counts a connection that is to stay open, once. @returns the limit that it would break. */
  hold(person: string, line: Line): Budget | null;
  /**
   * Counts a call that is in flight. @returns what to call when it is answered.
   * @throws DomainError TOO_MANY_REQUESTS
   */
  enter(person: string, line: Line): () => void;
  /** Runs work of a person when it is its turn. */
  turn<T>(person: string, work: () => Promise<T>): Promise<T>;
  /** Whether calls of so many people wait that those who are not connected should come back later. */
  isBusy(): boolean;
  /** Counts a subscription. @returns what to call when it ends. @throws DomainError TOO_MANY_REQUESTS */
  subscribe(person: string, line: Line): () => void;
  /** @throws DomainError TOO_MANY_REQUESTS when the person or the batch has too many unsent bytes for another response. */
  demandRoom(person: string, line: Line): void;
  /** Counts a response. @throws DomainError TOO_MANY_REQUESTS when a batch has too much to answer already. */
  answer(line: Line, data: unknown): void;
  /** Counts the unsent bytes, and ends connections that hold too many. */
  sweep(): void;
}

/** Milliseconds for which a count of the unsent bytes is good. With thousands of connections, as long as keeps counting rare. */
const FRESH = 20;
/** The share of all time that may go into counting. */
const COUNTING = 0.02;
/** People whose calls wait for their turn. One person's calls, however many, keep no one from connecting. */
const BUSY = 50;
/** Milliseconds after which a refused call may come again. */
const AGAIN = 1_000;

const TURNS = {
  turn: BUDGETS.turnMs.most,
  heavyTurn: BUDGETS.heavyTurnMs.most,
  heavy: BUDGETS.personMs.most,
};

/** @param descriptors how many files and connections the system allows the process. */
export function createLoad(descriptors = Number.POSITIVE_INFINITY): Load {
  const connections = createConnections<Line>(descriptors);
  const inFlight = new Map<string, number>();
  const subscriptions = new Map<string, number>();
  const turns = createTurns(TURNS);
  let unsent = new Map<string, number>();
  let [unsentOfAll, staleAt] = [0, 0];

  function sweep(): void {
    const began = performance.now();
    unsent = new Map();
    const full: Line[] = [];
    let total = 0;
    for (const line of connections.lines) {
      const bytes = line.unsent();
      if (bytes === 0) continue;
      total += bytes;
      full.push(line);
      line.watch();
      if (line.person) unsent.set(line.person, (unsent.get(line.person) ?? 0) + bytes);
    }
    unsentOfAll = total;
    if (total > BUDGETS.unsentOfAll.most) endFullest(full, total);
    const ended = performance.now();
    staleAt = ended + Math.max(FRESH, (ended - began) / COUNTING);
  }

  function demandRoom(person: string, line: Line): void {
    if (isFull(line)) throw overBudget(BUDGETS.batchCharacters, AGAIN);
    if (performance.now() > staleAt || unsentOfAll > BUDGETS.unsentOfAll.most) sweep();
    if ((unsent.get(person) ?? 0) > BUDGETS.unsentOfPerson.most) throw refusal(line, BUDGETS.unsentOfPerson);
  }

  return {
    accepted: turns.accepted,
    connect: connections.open,
    hold: connections.hold,
    enter(person, line) {
      line.person = person;
      demandRoom(person, line);
      return count(inFlight, person, line, BUDGETS.callsInFlight);
    },
    turn: turns.run,
    isBusy: () => turns.peopleWaiting() > BUSY,
    demandRoom,
    subscribe(person, line) {
      const limit = connections.hold(person, line);
      if (limit) throw refusal(line, limit);
      return countStream(subscriptions, person, line);
    },
    answer(line, data) {
      // A response on its own is written in this turn of the event loop, and counted there.
      if (line.batch === null) return;
      const characters = charactersOf(data);
      addToBatch(line, characters);
      if (line.person) unsent.set(line.person, (unsent.get(line.person) ?? 0) + characters);
      unsentOfAll += characters;
    },
    sweep() {
      sweep();
      turns.sweep();
    },
  };
}

/** For a call that comes over no connection: the command line, and tests of procedures. */
export function noLine(): Line {
  return {
    unsent: () => 0,
    hasRoom: () => true,
    drained: async () => {},
    watch() {},
    end() {},
    refused() {},
    person: null,
    batch: null,
    subscriptions: 0,
  };
}

/** The calls that come after the one that is too much are refused before they are made. */
function addToBatch(line: Line, characters: number): void {
  if (line.batch === null) return;
  const isFirst = line.batch === 0;
  line.batch += characters;
  if (!isFirst && isFull(line)) throw overBudget(BUDGETS.batchCharacters, AGAIN);
}

/** Whether a batch has too much to answer already. */
function isFull({ batch }: Line): boolean {
  return batch !== null && batch > BUDGETS.batchCharacters.most;
}

function refusal(line: Line, limit: Budget): DomainError {
  line.refused();
  return overBudget(limit, AGAIN);
}

function countStream(counts: Map<string, number>, person: string, line: Line): () => void {
  if (line.subscriptions >= BUDGETS.subscriptionsOfSocket.most)
    throw refusal(line, BUDGETS.subscriptionsOfSocket);
  const leave = count(counts, person, line, BUDGETS.subscriptionsOfPerson);
  line.subscriptions += 1;
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    line.subscriptions -= 1;
    leave();
  };
}

function count(counts: Map<string, number>, person: string, line: Line, limit: Budget): () => void {
  const before = counts.get(person) ?? 0;
  if (before >= limit.most) throw refusal(line, limit);
  counts.set(person, before + 1);
  return () => {
    const left = (counts.get(person) ?? 1) - 1;
    if (left > 0) counts.set(person, left);
    else counts.delete(person);
  };
}

/** The connections with the most unsent bytes first, until half of what is allowed is left. */
function endFullest(full: Line[], total: number): void {
  let left = total;
  for (const line of full.toSorted((one, other) => other.unsent() - one.unsent())) {
    if (left <= BUDGETS.unsentOfAll.most / 2) return;
    left -= line.unsent();
    line.end(BUDGETS.unsentOfAll);
  }
}

/** How long a value is as JSON, about: enough to tell a page of long texts from a short one. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let characters = 2;
  if (Array.isArray(value)) {
    for (const item of value) characters += 1 + charactersOf(item);
    return characters;
  }
  for (const key in value) characters += key.length + 4 + charactersOf(value[key as never]);
  return characters;
}
