import type { Named } from '@onus/contract/audit/entry';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { session } from '@onus/db/schema/access/auth';
import { calendarFeed, personalToken } from '@onus/db/schema/access/token';
import { user } from '@onus/db/schema/user';
import { and, eq, ne } from 'drizzle-orm';
import { record } from '../audit/record.ts';
import type { Visitor } from '../scope.ts';
import type { SessionRow, UserRow } from './find.ts';

type Ending = 'logout' | 'refresh.replayed';

/** Signs in a person who has shown who they are. */
export function openSession(db: Db, visitor: Visitor, row: SessionRow, account: Named): void {
  atomically(db, () => {
    db.insert(session).values(row).run();
    record(db, visitor, 'login', { actor: account });
  });
}

/** Ends a session because its browser says so, or because its cookie was used twice. */
export function endSession(db: Db, visitor: Visitor, id: string, account: UserRow, why: Ending): void {
  atomically(db, () => {
    const { changes } = db.delete(session).where(eq(session.id, id)).run();
    if (changes === 0) return;
    visitor.changed('session', [account.id]);
    if (why === 'logout') return record(db, visitor, why, { actor: account });
    record(db, visitor, why, { subject: account, refused: true });
    visitor.trail.isTold = true;
  });
}

/** Moves a session one generation on. */
export function rotateSession(
  db: Db,
  id: string,
  next: Pick<SessionRow, 'generation' | 'secretHash' | 'rotatedAt' | 'expiresAt' | 'network'>,
): void {
  db.update(session).set(next).where(eq(session.id, id)).run();
}

/** Keeps the zone a person signs in from: their lists and mails follow it where a call names none. */
export function keepTimeZone(db: Db, account: UserRow, timeZone: string | null): void {
  if (!timeZone || timeZone === account.timeZone) return;
  db.update(user).set({ timeZone }).where(eq(user.id, account.id)).run();
}

/** Notes when an account was first used: after that, a sign-in from another browser is worth an email. */
export function keepFirstSignIn(db: Db, { id, signedInAt }: UserRow, now: number): void {
  if (signedInAt !== null) return;
  db.update(user).set({ signedInAt: now }).where(eq(user.id, id)).run();
}

/** Notes when a session has shown a second factor. */
export function noteSecondFactor(db: Db, id: string, at: number): void {
  db.update(session).set({ secondFactorAt: at }).where(eq(session.id, id)).run();
}

/** For a person who has no second factor any more: no session of theirs counts as having shown one. */
export function forgetSecondFactor(db: Db, userId: string): void {
  db.update(session).set({ secondFactorAt: null }).where(eq(session.userId, userId)).run();
}

export function deleteSession(db: Db, id: string): void {
  db.delete(session).where(eq(session.id, id)).run();
}

/** @param except the session that stays, if any. */
export function deleteSessionsOf(db: Db, userId: string, except = ''): void {
  db.delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, except)))
    .run();
}

/** Ends all ways into an account: its sessions, its personal tokens and its calendar feeds (rule 9.7). */
export function endAccess(db: Db, userId: string): void {
  deleteSessionsOf(db, userId);
  db.delete(personalToken).where(eq(personalToken.userId, userId)).run();
  db.delete(calendarFeed).where(eq(calendarFeed.userId, userId)).run();
}
