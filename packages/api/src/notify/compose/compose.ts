import type { NoticeKind } from '@onus/contract/notify/settings';
import type { Db } from '@onus/db/open';
import type { Services } from '../../core/context.ts';
import type { Presence } from '../../core/notify/presence.ts';
import type { SystemScope } from '../../core/scope.ts';
import type { Batch, JobRow } from '../jobs.ts';
import { scopeOfRecipient } from '../recipient.ts';
import { readSettings } from '../settings.ts';
import { composeDigest } from './digest.ts';
import { composeMessages } from './message.ts';
import type { Compose, ComposedNotice } from './notice.ts';
import { composeShopping } from './shopping.ts';
import { composeAssigned, composeDue } from './task.ts';

/** A notification and the person who gets it. */
export interface Addressed {
  notice: ComposedNotice;
  userId: string;
  email: string;
}

const COMPOSE: Record<NoticeKind, Compose> = {
  assigned: composeAssigned,
  due: composeDue,
  digest: composeDigest,
  message: composeMessages,
  shopping: composeShopping,
};

/**
 * What a batch says at this moment. Null if it is too late, the person is not active, has turned the kind off, may not
 * see it any more or is looking at it.
 */
export function compose(
  db: Db,
  system: SystemScope,
  { jobs: all }: Batch,
  { presence, requireSecondFactor }: Pick<Services, 'presence' | 'requireSecondFactor'>,
): Addressed | null {
  const jobs = all.filter(job => job.expiresAt > system.now && !isSeen(job, presence));
  const [first] = jobs;
  const scope = first ? scopeOfRecipient(db, system, first.userId, requireSecondFactor) : null;
  if (!first || !scope) return null;
  const { kinds, namesOnly } = readSettings(db, scope);
  if (!kinds[first.kind].includes(first.channel)) return null;
  const notice = COMPOSE[first.kind](db, scope, jobs, namesOnly);
  return notice && { notice, userId: scope.userId, email: scope.email };
}

/** A page of theirs has shown it. */
function isSeen({ kind, userId, createdAt }: JobRow, presence: Presence): boolean {
  return kind === 'shopping' && presence.hasSeenGroceries(userId, createdAt);
}
