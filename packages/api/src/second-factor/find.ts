import type { Db } from '@onus/db/open';
import { passkey, recoveryCode, totp } from '@onus/db/schema/access/second-factor';
import { count, eq } from 'drizzle-orm';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';
import { findSessionRow, ownsFactor } from '../core/sessions/find.ts';
import type { SecondFactorView } from './view.ts';

export type TotpRow = typeof totp.$inferSelect;

/** The authenticator app of a person, also one that waits for its first code. */
export function findTotp(db: Db, _scope: Scope | SystemScope | Visitor, userId: string): TotpRow | undefined {
  return db.select().from(totp).where(eq(totp.userId, userId)).get();
}

/** Whether the person has a second factor of any kind. */
export function hasFactor(db: Db, _scope: Scope | SystemScope | Visitor, userId: string): boolean {
  return ownsFactor(db, userId);
}

/** Whether the caller's session has shown a second factor. */
export function hasShownFactor(db: Db, scope: Scope): boolean {
  return typeof findSessionRow(db, scope.sessionId)?.secondFactorAt === 'number';
}

/** How many passkeys a person has. */
export function countPasskeys(db: Db, _scope: Scope | SystemScope | Visitor, userId: string): number {
  return db.select({ own: count() }).from(passkey).where(eq(passkey.userId, userId)).get()?.own ?? 0;
}

/** The second factor of the caller. */
export function findStatus(db: Db, scope: Scope, isRequired: boolean): SecondFactorView {
  const { secret, confirmedAt } = findTotp(db, scope, scope.userId) ?? {};
  const isOn = Boolean(secret);
  return {
    isOn,
    since: isOn && confirmedAt ? new Date(confirmedAt).toISOString() : null,
    recoveryLeft: countCodes(db, scope),
    passkeys: countPasskeys(db, scope, scope.userId),
    isRequired,
    hasShown: hasShownFactor(db, scope),
  };
}

function countCodes(db: Db, { userId }: Scope): number {
  const found = db.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.userId, userId)).get();
  return found?.left ?? 0;
}
