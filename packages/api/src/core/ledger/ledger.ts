import { createHmac } from 'node:crypto';

/** What the whole process knows of operations; the verdicts themselves are in the database (rule 7.3). */
export interface Ledger {
  /** Says in a few characters what a request asks for. Signed: a request may hold a password. */
  seal(request: readonly unknown[]): string;
  /** Runs work once all others under the same name are over: of parallel calls of one operation, one runs. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** An operation while its call runs. */
export interface Entry {
  readonly id: string;
  readonly seal: string | null;
  /** What the call answers when its row is deleted already, where that counts as done; else null. */
  readonly gone: { id: string } | null;
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
