import type { Named } from '@onus/contract/audit/entry';
import { PASSKEY_NEEDED } from '@onus/contract/auth/password';
import type { Role } from '@onus/contract/auth/role';
import type { Db } from '@onus/db/open';
import { recoveryCode, totp } from '@onus/db/schema/access/second-factor';
import { and, eq, lt } from 'drizzle-orm';
import { record } from '../core/audit/record.ts';
import type { Services } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { mustHaveSecondFactor } from '../core/policy.ts';
import type { Visitor } from '../core/scope.ts';
import { stepOfCode } from '../core/secrets/totp.ts';
import { findTotp, hasFactor } from './find.ts';
import { hashOfRecoveryCode, plain } from './recovery-codes.ts';

/**
 * Uses up the code of a person who signs in with their password, for a transaction that is open. Of several sign-ins
 * with one code one succeeds.
 * @returns when the code was shown; null for a person without an authenticator app.
 * @throws DomainError SECOND_FACTOR for a code that is missing, wrong or used, and for a person who must have a second
 * factor and has passkeys alone: the password would get past them.
 */
export function demandCode(
  db: Db,
  visitor: Visitor,
  account: Named & { roles: readonly Role[] },
  code: string,
  { sealing, requireSecondFactor }: Pick<Services, 'sealing' | 'requireSecondFactor'>,
): number | null {
  const row = findTotp(db, visitor, account.id);
  if (!row?.secret) {
    const isRequired = mustHaveSecondFactor(requireSecondFactor, account.roles);
    if (isRequired && hasFactor(db, visitor, account.id))
      throw new DomainError('SECOND_FACTOR', PASSKEY_NEEDED);
    return null;
  }
  const typed = plain(code);
  if (typed === '') throw new DomainError('SECOND_FACTOR', MISSING);
  const isRight = /^\d{6}$/.test(typed)
    ? takeStep(db, visitor, account.id, sealing.open(row.secret, account.id), typed)
    : takeRecoveryCode(db, visitor, account, typed);
  if (!isRight) throw new DomainError('SECOND_FACTOR', WRONG);
  return visitor.now;
}

/**
 * Accepts the code of a time step once. The condition is in the statement, so that it holds beside another process too.
 * @param secret null where it cannot be read: then no code is right.
 */
function takeStep(
  db: Db,
  { now }: Visitor,
  userId: string,
  secret: Uint8Array | null,
  code: string,
): boolean {
  const step = secret && stepOfCode(secret, code, now, 0);
  if (!step) return false;
  const isUnused = and(eq(totp.userId, userId), lt(totp.lastStep, step));
  return db.update(totp).set({ lastStep: step }).where(isUnused).run().changes === 1;
}

function takeRecoveryCode(db: Db, visitor: Visitor, account: Named, code: string): boolean {
  const isTheirs = and(
    eq(recoveryCode.hash, hashOfRecoveryCode(account.id, code)),
    eq(recoveryCode.userId, account.id),
  );
  if (db.delete(recoveryCode).where(isTheirs).run().changes !== 1) return false;
  record(db, visitor, 'secondFactor.recovered', { actor: account });
  return true;
}

const MISSING = 'Enter the code of your authenticator app';
const WRONG = 'This code is wrong or was used before. Enter the next one.';
