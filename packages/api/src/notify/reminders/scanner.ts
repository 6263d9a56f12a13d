import { setImmediate as turn } from 'node:timers/promises';
import type { Services } from '../../core/context.ts';
import { OWNER } from '../delivery.ts';
import { scopeAt } from '../server-scope.ts';
import {
  findDigests,
  findReminders,
  type Mark,
  type Page,
  queueEvents,
  readScan,
  START,
  stretchesOf,
  writeScan,
} from './scan.ts';

/** Queues reminders and digests when their minute has come. */
export interface Scanner {
  scan(): Promise<void>;
}

const MINUTE = 60_000;

/** How much later than its time each is still sent: after that it was missed. */
const LATE = { due: 120 * MINUTE, digest: 360 * MINUTE };

/** The scan is written down this often. After a crash, what follows is looked through again, which queues nothing twice. */
const WRITTEN_EVERY = 5 * MINUTE;

export function createScanner({ db, commits, clock }: Pick<Services, 'db' | 'commits' | 'clock'>): Scanner {
  let last: number | null = null;
  let written = 0;

  /** A clock that was set back begins anew from now on: what is queued already keeps its name. */
  function since(now: number): number {
    last ??= readScan(db, scopeAt(now)) ?? now;
    return Math.min(last, now);
  }

  async function queue(kind: 'due' | 'digest', now: number, from: number): Promise<void> {
    const scope = scopeAt(now);
    const find = kind === 'due' ? findReminders : findDigests;
    for (const stretch of stretchesOf(db, scope, kind, Math.max(from, now - LATE[kind]))) {
      for (let mark: Mark | null = START; mark; await turn()) {
        const { events, next }: Page = find(db, scope, stretch, mark);
        if (events.length > 0) await commits.run(() => queueEvents(db, scope, events), OWNER);
        mark = next;
      }
    }
  }

  return {
    async scan() {
      const now = clock();
      if (last !== null && Math.floor(last / MINUTE) === Math.floor(now / MINUTE)) return;
      const from = since(now);
      await queue('due', now, from);
      await queue('digest', now, from);
      if (Math.abs(now - written) >= WRITTEN_EVERY) {
        const isWritten = await commits.attempt(() => writeScan(db, scopeAt(now)));
        if (isWritten) written = now;
      }
      last = now;
    },
  };
}
