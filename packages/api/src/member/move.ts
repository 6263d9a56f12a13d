import { ROLES, type Role } from '@onus/contract/auth/role';
import type { HandOver, MoveMember } from '@onus/contract/member';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { addPendingChange } from '@onus/db/pending-changes';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { announceEverywhere } from '../core/announce.ts';
import { record } from '../core/audit/record.ts';
import { settleAtOnce } from '../core/pending-changes.ts';
import { everybodyNear } from '../core/readers.ts';
import type { Scope } from '../core/scope.ts';
import type { UserRow } from '../core/sessions/find.ts';
import { endInvitations } from '../invite/write.ts';
import { findUserRow, usersNamed } from '../people/find.ts';
import { leads } from '../people/policy.ts';
import { findHeir, findMove } from './household.ts';
import { type MemberView, viewOfMember } from './view.ts';

/**
 * Gives a member another manager, or none. The open tasks they created go along; groceries and old threads
 * stay where they are; sessions go on.
 */
export function moveMember(db: Db, scope: Scope, input: MoveMember): MemberView {
  return atomically(db, () => {
    const move = findMove(db, scope, input);
    const { person, to } = move;
    const managerId = to?.id ?? null;
    if (managerId === person.managerId) return viewOfMember(scope, person);
    const { id: personId, managerId: fromId } = person;
    const [from] = fromId ? usersNamed(db, scope, [fromId]) : [];
    const toId = leads(person) ? personId : managerId;
    addPendingChange(db, { kind: 'created', personId, fromId, toId, at: scope.now });
    setManager(db, scope, personId, managerId);
    settleAtOnce(db, scope);
    const detail = { from: from?.username ?? '', to: to?.username ?? '' };
    record(db, scope, 'member.moved', { subject: person, detail });
    const next = findUserRow(db, scope, person.id);
    announceEverywhere(scope, [person.id], everybodyNear(db, scope, person, [fromId, managerId]));
    return viewOfMember(scope, next);
  });
}

/** Makes a member the head of the caller's household, and the caller one of its members. */
export function handOver(db: Db, scope: Scope, input: HandOver): void {
  atomically(db, () => {
    const heir = findHeir(db, scope, input);
    const head = findUserRow(db, scope, scope.userId);
    // What passes on is done in the order in which it is written here. The heir has the role first, and the head
    // loses it last, so that nothing is passed on twice. Tasks and items come after the members: what a member
    // adds before their turn goes along.
    setRoles(db, scope, heir, ['Manager', ...heir.roles]);
    setManager(db, scope, heir.id, head.managerId === heir.id ? null : head.managerId);
    for (const kind of ['members', 'managed', 'items'] as const) {
      addPendingChange(db, { kind, personId: head.id, toId: heir.id, at: scope.now });
    }
    setManager(db, scope, head.id, heir.id);
    setRoles(db, scope, head, ['Employee', ...head.roles.filter(role => role !== 'Manager')]);
    // An Admin keeps a household, but not the one that the invitations were for.
    endInvitations(db, scope, head.id);
    settleAtOnce(db, scope);
    record(db, scope, 'household.handedOver', { subject: heir });
    announceEverywhere(scope, [head.id, heir.id], everybodyNear(db, scope, head, [heir.id, head.managerId]));
  });
}

/**
 * Leaves the members of a manager who goes without one. Each keeps the grocery items they added: the list of
 * the household goes with its head, and nothing of theirs is lost.
 */
export function releaseMembers(db: Db, scope: Scope, { id: personId }: Pick<UserRow, 'id'>): void {
  for (const kind of ['items', 'members'] as const) addPendingChange(db, { kind, personId, at: scope.now });
}

function setManager(db: Db, scope: Scope, id: string, managerId: string | null): void {
  db.update(user).set({ managerId, updatedAt: scope.now }).where(eq(user.id, id)).run();
}

function setRoles(db: Db, scope: Scope, row: UserRow, named: readonly Role[]): void {
  const roles = ROLES.filter(role => named.includes(role));
  if (`${roles}` === `${row.roles}`) return;
  db.update(user).set({ roles, updatedAt: scope.now }).where(eq(user.id, row.id)).run();
  record(db, scope, 'member.roles', { subject: row, detail: { from: `${row.roles}`, roles: `${roles}` } });
}
