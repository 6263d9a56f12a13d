import type { Db } from '@onus/db/open';
import { messageById } from '../../chat/messages.ts';
import { threadIfMine } from '../../chat/threads.ts';
import type { Scope } from '../../core/scope.ts';
import type { JobRow } from '../jobs.ts';
import { type ComposedNotice, listed } from './notice.ts';

const DAY = 86_400;

/** Messages of one thread that the person has not read. */
export function composeMessages(
  db: Db,
  scope: Scope,
  jobs: readonly JobRow[],
  namesOnly: boolean,
): ComposedNotice | null {
  const thread = threadIfMine(db, scope, jobs[0]?.objectId ?? '');
  if (!thread) return null;
  const messages = jobs
    .map(job => messageById(db, scope, job.part ?? ''))
    .filter(row => row !== undefined)
    .filter(row => row.deletedAt === null && row.sequence > thread.readSequence);
  if (messages.length === 0) return null;
  const from = `from ${thread.other.username}`;
  return {
    title: messages.length === 1 ? `New message ${from}` : `${messages.length} new messages ${from}`,
    lines: namesOnly ? [] : listed(messages.map(row => row.text)),
    path: `/dash/messages?thread=${encodeURIComponent(thread.id)}`,
    tag: `chat-${thread.id}`,
    ttl: DAY,
  };
}
