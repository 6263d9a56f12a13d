import { createHmac } from 'node:crypto';
import type { Db } from '@onus/db/open';
import type { Scope } from '../scope.ts';

const KEY_PART = 2 ** 32;

/** What the whole process knows of operations; the verdicts themselves are in the database (rule 7.3). */
export interface Ledger {
  /** Says in a few characters what a request asks for. Signed: a request may hold a password. */
  seal(request: readonly unknown[]): string;
  /** The same in 48 bits, for a row of every call. The upper 16 bits say with which key. */
  mark(request: readonly unknown[]): number;
  /** Runs work once all others under the same name are over: of parallel calls of one operation, one runs. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * What a call that did not find its row responds where it has nothing left to do, because the row is in the state that
 * the call asks for already; null where it is refused.
 */
export type RespondDone = (db: Db, scope: Scope, id: string) => object | null;

/** An operation while its call runs. */
export interface Entry {
  readonly id: string;
  readonly seal: string | null;
  /** What its call asks for; null for a key of REST. */
  readonly request: number | null;
  /** The row of a call that can turn out to be done already; else null. */
  readonly row: { id: string; respondDone: RespondDone } | null;
  /** Its verdict is on the disk. */
  isWritten: boolean;
}

/** Whether two marks are of different requests. Those of different keys cannot be compared. */
export function isOther(mark: number | null, request: number | null): boolean {
  if (mark === null || request === null) return false;
  return mark !== request && Math.floor(mark / KEY_PART) === Math.floor(request / KEY_PART);
}

export function createLedger(key: Uint8Array): Ledger {
  const running = new Map<string, Promise<unknown>>();
  const sign = (request: readonly unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(request)).digest();
  const keyPart = sign([]).readUInt16BE() * KEY_PART;
  return {
    seal: request => sign(request).toString('base64url').slice(0, 22),
    mark: request => keyPart + sign(request).readUInt32BE(),
    async alone(name, work) {
      for (let other = running.get(name); other; other = running.get(name)) await other;
      const mine = work();
      // Who waits looks into the database: how it ended is not theirs to handle.
      const over = mine.then(
        () => {},
        () => {},
      );
      running.set(name, over);
      try {
        return await mine;
      } finally {
        if (running.get(name) === over) running.delete(name);
      }
    },
  };
}
