import type { ListHistory } from '@onus/contract/limits/page';
import type { Db } from '@onus/db/open';
import type { Page } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { type Entry, listEntries } from '../edits/history.ts';
import { findMessage } from './messages.ts';
import { mayChange } from './policy.ts';

export interface MessageHistory extends Page<Entry> {
  /** The fields that the caller may set, and so restore. */
  may: { restore: string[] };
}

/**
 * How a message of one of the caller's threads was edited in the last 30 days, newest first. Nothing is left of the texts
 * of a deleted one (rule 3).
 */
export function listMessageHistory(db: Db, scope: Scope, { id, cursor }: ListHistory): MessageHistory {
  const { row, thread } = findMessage(db, scope, id);
  const isDeleted = row.deletedAt !== null;
  const { userId, username } = scope;
  const sender = row.senderId === userId ? { id: userId, username } : thread.other;
  const page = listEntries(
    db,
    scope,
    {
      kind: 'message',
      objectId: row.id,
      fields: { message: row.text, deleted: isDeleted },
      createdAt: row.timestamp,
      createdBy: { id: sender.id, username: sender.username },
    },
    cursor,
  );
  return { ...page, may: { restore: mayChange(scope, row) && !isDeleted ? ['message'] : [] } };
}
