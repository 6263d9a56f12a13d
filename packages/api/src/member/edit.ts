import type { AuditDetail, AuditEvent } from '@onus/contract/audit/entry';
import { ROLES, type Role } from '@onus/contract/auth/role';
import type { CreateMember, UpdateMember, UpdateSelf } from '@onus/contract/member';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { announceEverywhere } from '../core/announce.ts';
import { record } from '../core/audit/record.ts';
import { DomainError, permit } from '../core/errors.ts';
import { forgetNotifications } from '../core/notify/forget.ts';
import { settleAtOnce } from '../core/pending-changes.ts';
import { everybodyNear, readersOf } from '../core/readers.ts';
import type { Scope } from '../core/scope.ts';
import type { UserRow } from '../core/sessions/find.ts';
import { endInvitations } from '../invite/write.ts';
import { endLinks, type IssuedLink, issueLink } from '../link/issue.ts';
import type { TakeBack } from '../link/mail.ts';
import { isEmailTaken } from '../people/emails.ts';
import { findUserRow, hasOtherAdmin } from '../people/find.ts';
import { deleteIdentitiesOf } from '../people/identities.ts';
import { leads, mayAdminister, mayChange, mayTurn } from '../people/policy.ts';
import type { UserView } from '../people/view.ts';
import { deleteSecondFactor } from '../second-factor/reset.ts';
import { closeAccount } from './close-account.ts';
import { demandOwner } from './email/find.ts';
import { endTakeBacks, issueTakeBack } from './email/take-back.ts';
import { findUser } from './list.ts';
import { releaseMembers } from './move.ts';
import { type MemberView, viewOfMember } from './view.ts';

type Changes = Partial<Pick<UserRow, 'username' | 'email' | 'roles' | 'active'>>;

/**
 * A member of the caller's, active at once, with an activation link beside the password (rule 2.12). An
 * Admin may name another manager, or none.
 */
export function createMember(
  db: Db,
  scope: Scope,
  { manager, ...fields }: Omit<CreateMember, 'password'>,
  passwordHash: string,
): { member: MemberView; link: IssuedLink } {
  return atomically(db, () => {
    const isNamed = manager !== undefined && mayAdminister(scope);
    const managerId = isNamed ? manager && managerNamed(db, scope, manager) : scope.userId;
    refuseTakenEmail(db, scope, fields.email, null);
    const row = db
      .insert(user)
      .values({
        ...fields,
        id: uuid(),
        passwordHash,
        managerId,
        createdAt: scope.now,
        updatedAt: scope.now,
      })
      .returning()
      .get();
    record(db, scope, 'member.created', { subject: row, detail: { roles: `${row.roles}` } });
    scope.changedFor(['member'], readersOf(db, scope, row, [managerId]));
    return { member: viewOfMember(scope, row), link: issueLink(db, scope, row.id, 'activation') };
  });
}

/** How a caller has shown that a change of their own email is theirs, and whether the old address gets mail. */
export interface EmailChange {
  /** The hash that the given password was compared with; null when none was given. */
  checked: string | null;
  mails: boolean;
}

export interface UpdatedMember {
  member: MemberView;
  /** For the old address, after a change of one's own email. */
  takeBack: TakeBack | null;
}

/** Applies the changed fields of a user: the caller, a member, or for an Admin anyone (rule 3). */
export function updateMember(
  db: Db,
  scope: Scope,
  input: Omit<UpdateMember, 'currentPassword'>,
  { checked, mails }: EmailChange = { checked: null, mails: false },
): UpdatedMember {
  return atomically(db, () => {
    const row = findUserRow(db, scope, input.id);
    scope.trail.subject = row;
    const changes = changesTo(row, input);
    const fields = Object.keys(changes);
    if (fields.length === 0) return { member: viewOfMember(scope, row), takeBack: null };
    permit(mayChange(scope, row, fields));
    permit(turned(row.roles, changes.roles ?? row.roles).every(role => mayTurn(scope, role)));
    const isOwnEmail = changes.email !== undefined && row.id === scope.userId;
    if (isOwnEmail) demandOwner(db, scope, checked);
    if (changes.email) refuseTakenEmail(db, scope, changes.email, row.id);
    const staysAdmin = (changes.roles ?? row.roles).includes('Admin') && changes.active !== false;
    if (!staysAdmin) refuseLastAdmin(db, scope, row);
    const set = { ...changes, updatedAt: scope.now };
    const next = db.update(user).set(set).where(eq(user.id, row.id)).returning().get();
    // What is closed stays closed when the account is active again.
    if (changes.active === false) closeAccount(db, scope, row.id);
    else if (!leads(next)) endInvitations(db, scope, row.id);
    // A link was sent to the old address.
    if (changes.email) endLinks(db, scope, row.id);
    if (changes.email && !isOwnEmail) endTakeBacks(db, scope, row.id);
    const takeBack = isOwnEmail && mails ? issueTakeBack(db, scope) : null;
    tell(db, scope, row, changes);
    if (changes.roles) settleAtOnce(db, scope);
    announceEverywhere(scope, [row.id], everybodyNear(db, scope, row, [row.managerId]));
    return { member: viewOfMember(scope, next), takeBack };
  });
}

/** One's own name and email. */
export function updateSelf(
  db: Db,
  scope: Scope,
  { username, email }: UpdateSelf,
  change?: EmailChange,
): { user: UserView; takeBack: TakeBack | null } {
  const { takeBack } = updateMember(db, scope, { id: scope.userId, username, email }, change);
  return { user: findUser(db, scope, scope.userId), takeBack };
}

/**
 * Ends an account and keeps its row: the name stays in the history of tasks and messages, the email is free
 * again. Members of a deleted manager have none from then on, until an Admin moves them to one.
 */
export function deleteMember(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    permit(mayAdminister(scope));
    const row = findUserRow(db, scope, id);
    scope.trail.subject = row;
    permit(row.id !== scope.userId, 'You may not delete your own account');
    refuseLastAdmin(db, scope, row);
    releaseMembers(db, scope, row);
    db.update(user)
      .set({ deletedAt: scope.now, updatedAt: scope.now, passwordHash: null })
      .where(eq(user.id, id))
      .run();
    closeAccount(db, scope, id);
    deleteIdentitiesOf(db, scope, id);
    endTakeBacks(db, scope, id);
    deleteSecondFactor(db, scope, id);
    forgetNotifications(db, scope, id);
    record(db, scope, 'member.deleted', { subject: row });
    settleAtOnce(db, scope);
    announceEverywhere(scope, [id], everybodyNear(db, scope, row, [row.managerId]));
    return { id };
  });
}

/** What the input asks for that is not so already. */
function changesTo(row: UserRow, input: UpdateMember): Changes {
  const roles = rolesAfter(row.roles, input);
  const { email = row.email, active = row.active } = input;
  const names = [input.username, input.name];
  const username = names.find(name => name !== undefined && name !== row.username) ?? row.username;
  return {
    ...(username === row.username ? {} : { username }),
    ...(email === row.email ? {} : { email }),
    ...(active === row.active ? {} : { active }),
    ...(turned(row.roles, roles).length === 0 ? {} : { roles }),
  };
}

/**
 * The form shows Employee and Manager only: with both unticked it is Employee, the others survive it. Roles that are
 * sent as they are were not unticked: a single User has neither box.
 */
function rolesAfter(before: Role[], { roles: given, admin }: UpdateMember): Role[] {
  const roles = given && turned(before, given).length > 0 ? given : undefined;
  const boxes = (roles ?? before).filter(role => role === 'Employee' || role === 'Manager');
  const ticked = roles && boxes.length === 0 ? ['Employee'] : boxes;
  const hidden = [...before, ...(roles ?? [])].filter(role => role === 'Admin' || role === 'User');
  const named = [...ticked, ...hidden, ...(admin ? ['Admin'] : [])];
  return ROLES.filter(role => named.includes(role) && (role !== 'Admin' || admin !== false));
}

/** The roles that are in one of the two and not in the other. */
function turned(before: readonly Role[], after: readonly Role[]): Role[] {
  return ROLES.filter(role => before.includes(role) !== after.includes(role));
}

function managerNamed(db: Db, scope: Scope, id: string): string {
  if (leads(findUserRow(db, scope, id))) return id;
  throw new DomainError('BAD_REQUEST', 'Manager must be an active Manager or Admin');
}

function refuseTakenEmail(db: Db, scope: Scope, email: string, by: string | null): void {
  if (!isEmailTaken(db, scope, email, by)) return;
  throw new DomainError('CONFLICT', 'An account with this email already exists');
}

/** Two Admins who remove each other at the same moment would leave an installation without an Admin. */
function refuseLastAdmin(db: Db, scope: Scope, row: UserRow): void {
  if (!row.roles.includes('Admin') || hasOtherAdmin(db, scope, row.id)) return;
  throw new DomainError('CONFLICT', 'The last Admin cannot be removed');
}

/** Each change is a line of its own in the audit log. */
function tell(db: Db, scope: Scope, row: UserRow, { username, email, roles, active }: Changes): void {
  const line = (event: AuditEvent, detail?: AuditDetail) =>
    record(db, scope, event, { subject: row, ...(detail ? { detail } : {}) });
  if (username) line('member.renamed', { from: row.username, to: username });
  if (email) line('member.email', { from: row.email, to: email });
  if (roles) line('member.roles', { from: `${row.roles}`, roles: `${roles}` });
  if (active !== undefined) line(active ? 'member.activated' : 'member.deactivated');
}
