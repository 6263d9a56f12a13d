import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { BUDGETS } from '@onus/contract/budgets';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError, type ErrorCode } from './errors.ts';
import type { Payer } from './throttle.ts';

/** Hashing and checking of passwords with argon2id (decision 2.10). */
export interface Passwords {
  /**
   * @param shortest the literal minimum the spec states for this entry point; the setting can only raise it.
   * @throws DomainError BAD_REQUEST when it is too short, SERVICE_UNAVAILABLE when too many wait,
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
    payer: Payer,
    code?: ErrorCode,
  ): Promise<T>;
}

interface Holder {
  passwordHash: string | null;
}

/** Two at a time have the throughput of two hundred, and leave the thread pool to others. */
const IN_FLIGHT = 2;

/** @param charge counts a hash for its payer, or refuses it. Without it, as at the command line, none is counted. */
export function createPasswords(
  minLength: number,
  charge: (payer: Payer) => Promise<void> = async () => {},
  cost: Options = {},
): Passwords {
  const limit = pLimit(IN_FLIGHT);
  // People who are signed in hash passwords for others. One at a time, so that the other place is for sign-ins.
  const signedIn = pLimit(1);
  const decoy = hash(randomBytes(32), cost);

  return {
    async hash(password, shortest, payer) {
      const least = Math.max(shortest, minLength);
      if (password.length < least) {
        throw new DomainError('BAD_REQUEST', `Password must have at least ${least} characters`);
      }
      const isSignedIn = payer.person !== undefined;
      await charge(payer);
      demandRoom(isSignedIn ? signedIn : limit);
      return isSignedIn
        ? signedIn(() => limit(() => hash(password, cost)))
        : limit(() => hash(password, cost));
    },
    async verify(holder, password, refusal, payer, code = 'UNAUTHORIZED') {
      const stored = holder?.passwordHash ?? (await decoy);
      await charge(payer);
      demandRoom(limit);
      const matched = await limit(() => verify(stored, password));
      if (!holder?.passwordHash || !matched) throw new DomainError(code, refusal);
      return holder;
    },
  };
}

function demandRoom({ pendingCount }: LimitFunction): void {
  if (pendingCount < BUDGETS.hashesWaiting.most) return;
  throw new DomainError('SERVICE_UNAVAILABLE', 'Too many sign-ins at the moment. Try again shortly.');
}
