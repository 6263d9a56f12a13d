import { setImmediate as turn } from 'node:timers/promises';
import type { Topic } from '@onus/contract/topic';
import { hasPendingChanges } from '@onus/db/pending-changes';
import type { Services } from './context.ts';
import { settle } from './pending-changes.ts';
import { mintSystemScope, type SystemScope } from './scope.ts';
import { removeParts } from './sheet/commands.ts';
import { leftParts } from './sheet/queries.ts';
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

/**
 * Does what a crash or a full disk left to be done of a change of who manages, and removes what a crash left of
 * imports. Removes what is over: sessions, links, take-backs of emails, what edits replaced, and the oldest lines
 * of the audit log.
 */
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

export type Swept = Pick<Services, 'db' | 'commits' | 'clock' | 'events' | 'imports'>;

export function createSweep(services: Swept): Sweep {
  const { db, commits, clock } = services;
  const counted: Counted = { done: { lines: 0, upTo: 0 }, refused: { lines: 0, upTo: 0 } };

  function clear<Id>(
    signal: AbortSignal,
    scope: SystemScope,
    find: (from: typeof db, scope: SystemScope) => Id[],
    remove: (from: typeof db, scope: SystemScope, ids: Id[]) => void,
  ): Promise<void> {
    return drain(
      commits,
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
    await drain(commits, signal, find, remove, gone => {
      known.lines -= gone;
    });
  }

  return {
    async run(signal) {
      if (hasPendingChanges(db)) await settle(services, signal);
      const scope = mintSystemScope(clock());
      await clearParts(services, signal);
      await clear(signal, scope, expiredSessions, removeSessions);
      await clear(signal, scope, endedLinks, removeLinks);
      await clear(signal, scope, expiredTakeBacks, removeTakeBacks);
      await clear(signal, scope, forgottenEdits, removeEdits);
      await trim(signal, scope, 'refused');
      await trim(signal, scope, 'done');
    },
  };
}

/** The change events go out once the rows are gone: open browsers may show them. */
async function clearParts(
  { db, commits, clock, events, imports }: Swept,
  signal: AbortSignal,
): Promise<void> {
  const changes: [Topic, Iterable<string>][] = [];
  const scope = mintSystemScope(clock(), (topic, userIds) => void changes.push([topic, userIds]));
  await drain(
    commits,
    signal,
    () => leftParts(db, scope, imports.running()),
    // Looked at again in the write: an import may have begun in between.
    parts => removeParts(db, scope, parts, imports.running()),
    () => {
      for (const [topic, userIds] of changes.splice(0)) events.tick(topic, userIds);
    },
  );
}

/** Removes slice by slice. What cannot be written now, on a full disk or a locked file, waits for the next sweep. */
async function drain<Id>(
  commits: Services['commits'],
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
