import { transact } from '../storage/database.ts';
import { forgetEnd, leftAt, leftUsers, noteEnd } from '../storage/left.ts';
import { recoverRows } from '../storage/recover.ts';
import type { Queued } from './operation.ts';
import { pump } from './pump.ts';
import { addRow, isMemoryOnly, memory, removeRow, stored } from './rows.ts';
import { load } from './state.ts';

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

/** Sends what waits in databases that were set aside and can be read again. @param user the person who is signed in. */
export async function recoverOutbox(user: string): Promise<void> {
  if (isMemoryOnly() || !(await recoverRows(addAgain))) return;
  await load(user);
  pump();
}

async function addAgain({ seq: _seq, ...row }: Queued): Promise<void> {
  await addRow(row as Queued);
}

/** The rows of every person. */
async function allRows(): Promise<Pick<Queued, 'user' | 'seq'>[]> {
  return stored(
    () => transact('outbox', 'readonly', store => store.getAll()),
    () => [...memory.values()],
  );
}

/** Milliseconds. */
const KEPT_FOR = 30 * 86_400_000;
