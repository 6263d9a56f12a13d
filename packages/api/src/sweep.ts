import { setImmediate as turn } from 'node:timers/promises';
import type { Services } from './context.ts';
import { mintSystemScope, type SystemScope } from './scope.ts';
import { removeEdits, removeLines, removeLinks, removeSessions, removeTakeBacks } from './sweep/commands.ts';
import {
  countLinesAfter,
  endedLinks,
  expiredSessions,
  expiredTakeBacks,
  forgottenEdits,
  newestLineAt,
  oldestLines,
} from './sweep/queries.ts';

/** Removes what is over: sessions, links, take-backs of emails, what edits replaced, and the oldest lines of the audit log. */
export interface Sweep {
  /** Works in slices, each in a turn of its own, so that no call waits for it. Ends early at the signal. */
  run(signal: AbortSignal): Promise<void>;
}

/** How long a line is kept, and how many of each kind: a flood of refusals drives nothing else out of the log. */
const AGE = 400 * 86_400_000;
const MOST = { done: 1_000_000, refused: 200_000 };

/** What is known of the lines of one kind: to count a million of them takes long, to count the new ones does not. */
type Counted = Record<Kind, { lines: number; upTo: number }>;

type Kind = keyof typeof MOST;

export function createSweep({ db, commits, clock }: Pick<Services, 'db' | 'commits' | 'clock'>): Sweep {
  const counted: Counted = { done: { lines: 0, upTo: 0 }, refused: { lines: 0, upTo: 0 } };

  /** Removes slice by slice. What cannot be written now, on a full disk or a locked file, waits for the next sweep. */
  async function drain<Id>(
    signal: AbortSignal,
    find: () => Id[],
    remove: (ids: Id[]) => void,
    onRemoved: (count: number) => void = () => {},
  ): Promise<void> {
    for (let ids = find(); ids.length > 0 && !signal.aborted; ids = find()) {
      const slice = ids;
      if (!(await commits.attempt(() => remove(slice)))) return;
      onRemoved(slice.length);
    }
  }

  function clear<Id>(
    signal: AbortSignal,
    scope: SystemScope,
    find: (from: typeof db, scope: SystemScope) => Id[],
    remove: (from: typeof db, scope: SystemScope, ids: Id[]) => void,
  ): Promise<void> {
    return drain(
      signal,
      () => find(db, scope),
      ids => remove(db, scope, ids),
    );
  }

  async function count(signal: AbortSignal, scope: SystemScope, kind: Kind): Promise<void> {
    const known = counted[kind];
    while (!signal.aborted) {
      const { lines, upTo } = countLinesAfter(db, scope, kind === 'refused', known.upTo);
      if (upTo === null) return;
      known.lines += lines;
      known.upTo = upTo;
      await turn();
    }
  }

  async function trim(signal: AbortSignal, scope: SystemScope, kind: Kind): Promise<void> {
    const known = counted[kind];
    await count(signal, scope, kind);
    // Told by the newest line, as the trigger tells it: a clock that is set forward clears nothing.
    const before = Math.min(scope.now, newestLineAt(db, scope) ?? 0) - AGE;
    const find = () =>
      oldestLines(db, scope, kind === 'refused')
        .filter(({ at }, place) => at < before || place < known.lines - MOST[kind])
        .map(({ id }) => id);
    const remove = (ids: number[]) => removeLines(db, scope, ids);
    await drain(signal, find, remove, gone => {
      known.lines -= gone;
    });
  }

  return {
    async run(signal) {
      const scope = mintSystemScope(clock());
      await clear(signal, scope, expiredSessions, removeSessions);
      await clear(signal, scope, endedLinks, removeLinks);
      await clear(signal, scope, expiredTakeBacks, removeTakeBacks);
      await clear(signal, scope, forgottenEdits, removeEdits);
      await trim(signal, scope, 'refused');
      await trim(signal, scope, 'done');
    },
  };
}
