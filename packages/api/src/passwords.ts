import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError, type ErrorCode } from './errors.ts';

/** Hashing and checking of passwords with argon2id (decision 2.10). */
export interface Passwords {
  /**
   * @param shortest the literal minimum the spec states for this door; the setting can only raise it.
   * @throws DomainError BAD_REQUEST when it is too short, SERVICE_UNAVAILABLE when too many wait.
   */
  hash(password: string, shortest: number): Promise<string>;
  /**
   * Answers the holder when the password is theirs. Takes the same time without a holder, so that nobody
   * learns who has an account.
   * @throws DomainError UNAUTHORIZED, or the code given, with the sentence given.
   */
  verify<T extends Holder>(
    holder: T | undefined,
    password: string,
    refusal: string,
    code?: ErrorCode,
  ): Promise<T>;
}

interface Holder {
  passwordHash: string | null;
}

/** Two at a time have the throughput of two hundred, and leave the thread pool to others. */
const IN_FLIGHT = 2;
const WAITING = 200;

export function createPasswords(minLength: number): Passwords {
  const limit = pLimit(IN_FLIGHT);
  const nobody = hash(randomBytes(32));

  function queued<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount < WAITING) return limit(work);
    throw new DomainError('SERVICE_UNAVAILABLE', 'Too many sign-ins at the moment. Try again shortly.');
  }

  return {
    async hash(password, shortest) {
      const least = Math.max(shortest, minLength);
      if (password.length < least) {
        throw new DomainError('BAD_REQUEST', `Password must have at least ${least} characters`);
      }
      return queued(() => hash(password));
    },
    async verify(holder, password, refusal, code = 'UNAUTHORIZED') {
      const stored = holder?.passwordHash ?? (await nobody);
      const matched = await queued(() => verify(stored, password));
      if (!holder?.passwordHash || !matched) throw new DomainError(code, refusal);
      return holder;
    },
  };
}
