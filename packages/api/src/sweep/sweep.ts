import { setImmediate as turn } from 'node:timers/promises';
import type { Topic } from '@onus/contract/live/topic';
import type { Db } from '@onus/db/open';
import { hasPendingChanges } from '@onus/db/pending-changes';
import type { Services } from '../core/context.ts';
import { settle } from '../core/pending-changes.ts';
import { createSystemScope, type SystemScope } from '../core/scope.ts';
import { endedJobs, removeJobs } from '../notify/jobs.ts';
import { catchUp } from '../search/catch-up.ts';
import { leftParts, oldImports } from '../transfer/sheet/find.ts';
import { removeImports, removeParts } from '../transfer/sheet/write.ts';
import {
  removeAnswers,
  removeDeletedItems,
  removeDeletedTasks,
  removeEdits,
  removeFieldEdits,
  removeInvitations,
  removeLines,
  removeLinks,
  removeOperations,
  removeSessions,
  removeTakeBacks,
} from './delete.ts';
import {
  answeredOperations,
  countLinesAfter,
  endedInvitations,
  endedLinks,
  expiredItems,
  expiredSessions,
  expiredTakeBacks,
  expiredTasks,
  forgottenEdits,
  forgottenFieldEdits,
  forgottenOperations,
  newestLineAt,
  oldestLines,
} from './find.ts';

/**
 * Does what a crash or a full disk left to be done of a change of who manages, and removes what a crash left of
 * imports. Updates the index of words for the next search. Removes what is over: sessions, links, take-backs of emails,
 * the ids of finished imports, deleted tasks and items, what edits replaced, operations of the ledger and what they were
 * answered, and the oldest lines of the audit log.
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
      const scope = createSystemScope(clock());
      await clearParts(services, signal);
      await clearEnded(services, scope, signal);
      await trim(signal, scope, 'refused');
      await trim(signal, scope, 'done');
      await catchUp(services, signal);
    },
  };
}

/** Removes what is over, one kind after the other. */
async function clearEnded({ db, commits }: Swept, scope: SystemScope, signal: AbortSignal): Promise<void> {
  const clear = <Id>(
    find: (from: Db, scope: SystemScope) => Id[],
    remove: (from: Db, scope: SystemScope, ids: Id[]) => void,
  ) =>
    drain(
      commits,
      signal,
      () => find(db, scope),
      ids => remove(db, scope, ids),
    );
  await clear(expiredSessions, removeSessions);
  await clear(endedLinks, removeLinks);
  await clear(expiredTakeBacks, removeTakeBacks);
  await clear(endedInvitations, removeInvitations);
  await clear(oldImports, removeImports);
  await clear(expiredTasks, removeDeletedTasks);
  await clear(expiredItems, removeDeletedItems);
  await clear(forgottenEdits, removeEdits);
  await clear(forgottenFieldEdits, removeFieldEdits);
  await clear(answeredOperations, removeAnswers);
  await clear(forgottenOperations, removeOperations);
  await clear(endedJobs, removeJobs);
}

/** The change events go out once the rows are gone: open browsers may show them. */
async function clearParts(
  { db, commits, clock, events, imports }: Swept,
  signal: AbortSignal,
): Promise<void> {
  const changes: [Topic, Iterable<string>][] = [];
  const scope = createSystemScope(clock(), (topic, userIds) => void changes.push([topic, userIds]));
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
