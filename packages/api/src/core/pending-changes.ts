import { setTimeout as wait } from 'node:timers/promises';
import type { GroupCommit } from '@onus/db/commits/group-commit';
import type { Db } from '@onus/db/open';
import { doSlice, hasPendingChanges, type Place, type Slice } from '@onus/db/pending-changes';
import { NAMED_EVERYWHERE } from './announce.ts';
import type { Services } from './context.ts';
import type { Scope } from './scope.ts';

type Shared = Pick<Services, 'db' | 'commits' | 'events'>;

/** Rows that a change of who manages may take along in its own transaction: that of a household changes as one. */
const AT_ONCE = 200;
/** Tries to write a slice. The last begins after two seconds. */
const TRIES = 10;
/** Milliseconds by which each try waits longer than the one before. */
const PAUSE = 40;

const running = new WeakMap<Db, Promise<boolean>>();

/**
 * Does the first of what follows from a change, in the transaction that makes it. What is left is done in slices
 * before the call answers, or at the next start.
 */
export function settleAtOnce(db: Db, scope: Pick<Scope, 'changed' | 'leavesPending'>): void {
  if (!hasPendingChanges(db)) return;
  const { readers, moved } = doSlice(db, null, AT_ONCE);
  scope.changed('task', readers);
  scope.changed('session', moved);
  for (const topic of NAMED_EVERYWHERE) scope.changed(topic, moved);
  if (hasPendingChanges(db)) scope.leavesPending();
}

/**
 * Does all that is pending, a slice at a time, so that other calls have their turn in between. Several callers
 * wait for the same work. Ends early at the signal, and where the disk refuses a slice for seconds: what is left
 * is kept in the file.
 */
export async function settle(services: Shared, signal?: AbortSignal): Promise<void> {
  const { db } = services;
  while (hasPendingChanges(db) && !signal?.aborted) {
    const work = running.get(db) ?? start(services, signal);
    if (!(await work)) return;
  }
}

function start(services: Shared, signal: AbortSignal | undefined): Promise<boolean> {
  const { db } = services;
  const work = doAll(services, signal).finally(() => running.delete(db));
  running.set(db, work);
  return work;
}

/** @returns the slice once it is on the disk; undefined when it could not be written. */
async function written(commits: GroupCommit, run: () => Slice): Promise<Slice | undefined> {
  const done: Slice[] = [];
  const isWritten = await commits.attempt(() => void done.push(run()));
  return isWritten ? done[0] : undefined;
}

/** @returns whether all is done. */
async function doAll({ db, commits, events }: Shared, signal?: AbortSignal): Promise<boolean> {
  const [readers, moved] = [new Set<string>(), new Set<string>()];
  let place: Place = null;
  let failed = 0;
  try {
    while (hasPendingChanges(db) && failed < TRIES && !signal?.aborted) {
      const slice = await written(commits, () => doSlice(db, place));
      failed = slice ? 0 : failed + 1;
      if (!slice) await wait(PAUSE * failed);
      if (slice) place = slice.place;
      for (const id of slice?.readers ?? []) readers.add(id);
      for (const id of slice?.moved ?? []) moved.add(id);
    }
    return !hasPendingChanges(db);
  } finally {
    // Told once: every browser asks for its lists again at each change event.
    events.tick('task', readers);
    events.tick('session', moved);
    for (const topic of NAMED_EVERYWHERE) events.tick(topic, moved);
  }
}
