import { createHmac } from 'node:crypto';
import type { Db } from '@onus/db/open';
import type { Scope } from '../scope.ts';

/** What the whole process knows of operations; the verdicts themselves are in the database (rule 7.3). */
export interface Ledger {
  /** Says in a few characters what a request asks for. Signed: a request may hold a password. */
  seal(request: readonly unknown[]): string;
  /** Runs work once all others under the same name are over: of parallel calls of one operation, one runs. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Whether a row exists and is not deleted, whoever may see it. */
export type IsThere = (db: Db, scope: Scope, id: string) => boolean;

/** An operation while its call runs. */
export interface Entry {
  readonly id: string;
  readonly seal: string | null;
  /** The row of the call, where the call is done when that is deleted already; else null. */
  readonly gone: { id: string; isThere: IsThere } | null;
  /** Its verdict is on the disk. */
  isWritten: boolean;
}

export function createLedger(key: Uint8Array): Ledger {
  const running = new Map<string, Promise<unknown>>();
  return {
    seal: request =>
      createHmac('sha256', key).update(JSON.stringify(request)).digest('base64url').slice(0, 22),
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
