import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { BUDGETS, type Budget } from '@onus/contract/limits/budgets';
import { createFairQueue } from '@onus/db/commits/fair-queue';
import { DomainError, type ErrorCode, overBudget } from '../errors.ts';
import { networkOf } from '../limits/network.ts';
import type { Payer } from '../limits/throttle.ts';
import { isCommon } from './common-passwords.ts';

/** Hashing and checking of passwords with argon2id (rule 2.10). */
export interface Passwords {
  /**
   * @param shortest the literal minimum the spec states for this entry point; the setting can only raise it.
   * @throws DomainError BAD_REQUEST when it is too short, or with the setting too common, SERVICE_UNAVAILABLE when too many wait,
   * TOO_MANY_REQUESTS when the payer has had too many.
   */
  hash(password: string, shortest: number, payer: Payer): Promise<string>;
  /**
   * Answers the holder when the password is theirs. Takes the same time without a holder, so that no one
   * learns who has an account.
   * @throws DomainError UNAUTHORIZED, or the code given, with the sentence given; and as for a hash.
   */
  verify<T extends Holder>(
    holder: T | undefined,
    password: string,
    refusal: string,
    payer: Payer & SignIn,
    code?: ErrorCode,
  ): Promise<T>;
}

interface SignIn {
  /** The payer signs in: places are kept for that. */
  signsIn?: true;
}

interface Holder {
  passwordHash: string | null;
}

/** Two at a time have the throughput of two hundred, and leave the thread pool to others. */
const IN_FLIGHT = 2;
const TOO_COMMON = 'This password is one of the 10,000 most common ones. Choose another one.';
/** Milliseconds after which a person who had too many waiting may send another. */
const AGAIN = 1_000;

/** @param charge counts a hash for its payer, or refuses it. Without it, as at the command line, none is counted. */
export function createPasswords(
  minLength: number,
  charge: (payer: Payer) => Promise<void> = async () => {},
  cost: Options = {},
): Passwords {
  const hashing = createHashing();
  const decoy = hash(randomBytes(32), cost);

  return {
    async hash(password, shortest, payer) {
      const least = Math.max(shortest, minLength);
      if (password.length < least) {
        throw new DomainError('BAD_REQUEST', `Password must have at least ${least} characters`);
      }
      // Without the setting, only the literal rules of the spec hold.
      if (minLength > 0 && (await isCommon(password))) throw new DomainError('BAD_REQUEST', TOO_COMMON);
      await charge(payer);
      return hashing(payer, () => hash(password, cost));
    },
    async verify(holder, password, refusal, payer, code = 'UNAUTHORIZED') {
      const stored = holder?.passwordHash ?? (await decoy);
      await charge(payer);
      const matched = await hashing(payer, () => verify(stored, password));
      if (!holder?.passwordHash || !matched) throw new DomainError(code, refusal);
      return holder;
    },
  };
}

type Hashing = <T>(payer: Payer & SignIn, work: () => Promise<T>) => Promise<T>;

/**
 * Two at a time. Each payer has one in turn, so that one with many passwords waits for their own, and others
 * have the next place. Places are kept for people who sign in.
 */
function createHashing(): Hashing {
  const waiting = createFairQueue<() => Promise<unknown>>();
  const running: string[] = [];
  let signIns = 0;

  function demandRoom(owner: string, { person, signsIn }: Payer & SignIn): void {
    const limit: Budget = person ? BUDGETS.hashesWaitingOfPerson : BUDGETS.hashesWaitingOfAddress;
    if (waiting.sizeOf(owner) >= limit.most) throw overBudget(limit, AGAIN);
    const others = waiting.size() - signIns;
    const isFull = !signsIn && others >= BUDGETS.hashesWaitingBesideSignIns.most;
    if (isFull || waiting.size() >= BUDGETS.hashesWaiting.most)
      throw new DomainError('SERVICE_UNAVAILABLE', 'Too many people are signing in. Try again shortly.');
  }

  function step(): void {
    while (running.length < IN_FLIGHT) {
      const next = waiting.next(owner => !running.includes(owner)) ?? waiting.next();
      if (!next) return;
      running.push(next.owner);
      void next.work().finally(() => {
        running.splice(running.indexOf(next.owner), 1);
        step();
      });
    }
  }

  return async <T>(payer: Payer & SignIn, work: () => Promise<T>) => {
    const owner = payer.person ?? networkOf(payer.address);
    demandRoom(owner, payer);
    const { promise, resolve } = Promise.withResolvers<T>();
    if (payer.signsIn) signIns += 1;
    waiting.add(owner, () => {
      if (payer.signsIn) signIns -= 1;
      const result = work();
      resolve(result);
      return result.catch(() => {});
    });
    step();
    return promise;
  };
}
