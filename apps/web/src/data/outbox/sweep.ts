import { forgetEnd, leftAt, leftUsers, noteEnd } from '../storage/left.ts';
import { allRows, removeRow } from './rows.ts';

/**
 * Deletes what people left unsent whose session ended more than 30 days ago (rule 7.8).
 * @param current the id of the person who is signed in, if there is one: their session goes on.
 */
export async function sweepOutbox(current = ''): Promise<void> {
  const kept = new Set<string>();
  for (const { user, seq } of await allRows()) {
    // A session that was replaced by another has no end of its own.
    if (user !== current && leftAt(user) === undefined) noteEnd(user);
    const isExpired = (leftAt(user) ?? Date.now()) < Date.now() - KEPT_FOR;
    if (isExpired && seq !== undefined) await removeRow(seq);
    else kept.add(user);
  }
  for (const user of leftUsers()) if (user === current || !kept.has(user)) forgetEnd(user);
}

/** Milliseconds. */
const KEPT_FOR = 30 * 86_400_000;
