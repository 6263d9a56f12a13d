import { INVITATION_INVALID } from '@onus/contract/auth/invite';
import type { Db } from '@onus/db/open';
import { invitation } from '@onus/db/schema/access/invitation';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { DomainError, notFound, permit } from '../core/errors.ts';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope, Visitor } from '../core/scope.ts';
import { tokenHash } from '../core/secrets/token-hash.ts';
import { leads, mayActAs, mayAdminister } from '../people/policy.ts';
import { type InvitationRow, type InvitationView, viewOfInvitation, type Welcome } from './view.ts';

/** Which invitations, and where the page before ended. */
export interface InvitationPlace {
  /** The head whose household it is for; every household if it is missing, for an Admin. */
  household?: string;
  limit: number;
  cursor?: string | null | undefined;
}

/**
 * The invitation that a token opens: of a head who may still invite, neither expired nor used up.
 * @throws DomainError BAD_REQUEST, the same for all that it may be.
 */
export function findOpenInvitation(db: Db, { now }: Visitor, token: string): InvitationRow {
  const row = byToken(db).get({ hash: tokenHash(token), now });
  if (!row || !leads(row)) throw new DomainError('BAD_REQUEST', INVITATION_INVALID);
  return row;
}

/** Who invites, and as what. @throws DomainError as above. */
export function lookAtInvitation(db: Db, visitor: Visitor, token: string): Welcome {
  const { username: inviter, role } = findOpenInvitation(db, visitor, token);
  return { inviter, role };
}

/** One page of the open invitations of a household, or of all households, the newest first. @throws DomainError FORBIDDEN */
export function listInvitations(
  db: Db,
  scope: Scope,
  { household, limit, cursor }: InvitationPlace,
): Page<InvitationView, string> {
  permit(household === undefined ? mayAdminister(scope) : mayActAs(scope, household));
  const place = { now: scope.now, household: household ?? null, before: cursor ?? LAST, limit: limit + 1 };
  return pageOf(openOnes(db).all(place).map(viewOfInvitation), limit, one => one.id);
}

/** @throws DomainError NOT_FOUND, also for one of another household and for one that is over. */
export function findInvitation(db: Db, scope: Scope, named: string): InvitationRow {
  const row = openById(db).get({ id: named, now: scope.now });
  if (!row || !mayActAs(scope, row.inviterId)) throw notFound('Invitation');
  return row;
}

/** How many of the caller's are open. */
export function countInvitations(db: Db, { userId, now }: Scope): number {
  return openOf(db).get({ inviter: userId, now })?.open ?? 0;
}

/** Behind every id. */
const LAST = '~';

const now = sql.placeholder('now');
const IS_OPEN = and(gt(invitation.expiresAt, now), lt(invitation.used, invitation.uses));

const { id, role, uses, used, createdAt, expiresAt, inviterId } = invitation;
const listed = { id, role, uses, used, createdAt, expiresAt, inviterId, username: user.username };

const byToken = prepared({ ...listed, roles: user.roles, active: user.active }, (db, columns) =>
  db
    .select(columns)
    .from(invitation)
    .innerJoin(user, eq(user.id, inviterId))
    .where(and(eq(invitation.tokenHash, sql.placeholder('hash')), IS_OPEN, isNull(user.deletedAt))),
);

const openOnes = prepared(listed, (db, columns) =>
  db
    .select(columns)
    .from(invitation)
    .innerJoin(user, eq(user.id, inviterId))
    .where(
      and(
        IS_OPEN,
        sql`${inviterId} = coalesce(${sql.placeholder('household')}, ${inviterId})`,
        lt(id, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(id))
    .limit(sql.placeholder('limit')),
);

const openById = prepared(listed, (db, columns) =>
  db
    .select(columns)
    .from(invitation)
    .innerJoin(user, eq(user.id, inviterId))
    .where(and(eq(id, sql.placeholder('id')), IS_OPEN)),
);

const openOf = prepared({ open: count() }, (db, columns) =>
  db
    .select(columns)
    .from(invitation)
    .where(and(eq(inviterId, sql.placeholder('inviter')), IS_OPEN)),
);
