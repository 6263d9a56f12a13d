import type { HandOver, MoveMember } from '@onus/contract/member';
import { ROLES, type Role } from '@onus/contract/role';
import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { task } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { eq, inArray, sql } from 'drizzle-orm';
import { announceEverywhere } from '../announce.ts';
import { record } from '../audit/commands.ts';
import { everybodyNear, findUserRow, usersNamed } from '../member/queries.ts';
import { type MemberView, viewOfMember } from '../member-view.ts';
import type { Scope } from '../scope.ts';
import type { UserRow } from '../session/queries.ts';
import { leads } from './policy.ts';
import {
  findHeir,
  findMove,
  type HandOverPreview,
  type MovePreview,
  openTasksManaged,
  openTasksToPass,
  otherMembers,
  previewHandOver,
  previewMove,
} from './queries.ts';

/**
 * Gives a member another manager, or none. The open tasks they created go along; groceries and old threads
 * stay where they are; sessions go on. Answers what was said before.
 */
export function moveMember(db: Db, scope: Scope, input: MoveMember): MemberView & MovePreview {
  return db.transaction(
    () => {
      const move = findMove(db, scope, input);
      const { person, to } = move;
      const managerId = to?.id ?? null;
      if (managerId === person.managerId) return { ...viewOfMember(scope, person), tasks: 0, sentences: [] };
      const preview = previewMove(db, scope, input);
      const before = everybodyNear(db, scope, person);
      const [from] = person.managerId ? usersNamed(db, scope, [person.managerId]) : [];
      passTasks(db, openTasksToPass(db, scope, move), leads(person) ? person.id : managerId);
      setManager(db, scope, [person.id], managerId);
      const detail = { from: from?.username ?? '', to: to?.username ?? '' };
      record(db, scope, 'member.moved', { subject: person, detail });
      const next = findUserRow(db, scope, person.id);
      announceEverywhere(scope, [person.id], [...before, ...everybodyNear(db, scope, next)]);
      return { ...viewOfMember(scope, next), ...preview };
    },
    { behavior: 'immediate' },
  );
}

/** Makes a member the head of the caller's household, and the caller one of its members. */
export function handOver(db: Db, scope: Scope, input: HandOver): HandOverPreview {
  return db.transaction(
    () => {
      const heir = findHeir(db, scope, input);
      const preview = previewHandOver(db, scope, input);
      const head = findUserRow(db, scope, scope.userId);
      const others = otherMembers(db, scope, heir.id);
      const before = everybodyNear(db, scope, head);
      // First the tasks: once the caller is no manager, nothing is in their area.
      passTasks(db, openTasksManaged(db, scope), heir.id);
      db.update(groceryItem).set({ householdId: heir.id }).where(eq(groceryItem.householdId, head.id)).run();
      setManager(db, scope, [heir.id], head.managerId === heir.id ? null : head.managerId);
      setManager(db, scope, [head.id, ...others.map(one => one.id)], heir.id);
      setRoles(db, scope, heir, ['Manager', ...heir.roles]);
      setRoles(db, scope, head, ['Employee', ...head.roles.filter(role => role !== 'Manager')]);
      record(db, scope, 'household.handedOver', { subject: heir });
      const near = [...before, ...everybodyNear(db, scope, { ...heir, managerId: head.managerId })];
      announceEverywhere(scope, [head.id, heir.id, ...others.map(one => one.id)], near);
      return preview;
    },
    { behavior: 'immediate' },
  );
}

/**
 * Leaves the members of a manager who goes without one. Each keeps the grocery items they added: the list of
 * the household goes with its head, and nothing of theirs is lost.
 */
export function releaseMembers(db: Db, scope: Scope, head: Pick<UserRow, 'id'>): string[] {
  const members = usersUnder(db, head.id);
  if (members.length === 0) return members;
  db.update(groceryItem)
    .set({ householdId: sql`user_id` })
    .where(sql`household_id = ${head.id} and ${inArray(groceryItem.userId, members)}`)
    .run();
  setManager(db, scope, members, null);
  return members;
}

/** The time of a task's last change stays: an open form of it is still up to date. */
function passTasks(db: Db, ids: string[], managerId: string | null): void {
  if (ids.length === 0) return;
  db.update(task)
    .set({ managerId })
    .where(sql`id in (select value from json_each(${JSON.stringify(ids)}))`)
    .run();
}

function setManager(db: Db, scope: Scope, ids: string[], managerId: string | null): void {
  db.update(user)
    .set({ managerId, updatedAt: scope.now })
    .where(sql`id in (select value from json_each(${JSON.stringify(ids)}))`)
    .run();
}

function setRoles(db: Db, scope: Scope, row: UserRow, named: readonly Role[]): void {
  const roles = ROLES.filter(role => named.includes(role));
  if (`${roles}` === `${row.roles}`) return;
  db.update(user).set({ roles, updatedAt: scope.now }).where(eq(user.id, row.id)).run();
  record(db, scope, 'member.roles', { subject: row, detail: { from: `${row.roles}`, roles: `${roles}` } });
}

function usersUnder(db: Db, managerId: string): string[] {
  const found = db.select({ id: user.id }).from(user).where(eq(user.managerId, managerId)).all();
  return found.map(row => row.id);
}
