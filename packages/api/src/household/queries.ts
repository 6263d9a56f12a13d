import type { HandOver, MoveMember } from '@onus/contract/member';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { conversation } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { eq, sql } from 'drizzle-orm';
import { areWithinReach } from '../chat/policy.ts';
import type { Person } from '../chat-view.ts';
import { DomainError, permit } from '../errors.ts';
import { handOverSentences, moveSentences } from '../household-words.ts';
import { findUserRow, usersNamed } from '../member/queries.ts';
import { householdOf, type Scope } from '../scope.ts';
import type { UserRow } from '../session/queries.ts';
import { leads, mayHandOver, mayMove } from './policy.ts';

/** What a move will do. */
export interface MovePreview {
  /** How many tasks get another manager. */
  tasks: number;
  sentences: string[];
}

export interface HandOverPreview {
  sentences: string[];
}

/** A move as it was asked for, checked. */
export interface Move {
  person: UserRow;
  /** The manager to be; null for none. */
  to: UserRow | null;
}

/** Says what moving a member would do, and changes nothing. */
export function previewMove(db: Db, scope: Scope, input: MoveMember): MovePreview {
  const move = findMove(db, scope, input);
  const { person, to } = move;
  const created = openTasksToPass(db, scope, move).length;
  const [from] = person.managerId ? usersNamed(db, scope, [person.managerId]) : [];
  const household = from ? householdOf(person) : person.id;
  const sentences = moveSentences({
    person: person.username,
    from: from?.username ?? null,
    to: to?.username ?? null,
    leads: leads(person),
    created,
    assigned: assignedTo(db).get({ id: person.id })?.tasks ?? 0,
    items: itemsAddedTo(db).get({ id: person.id, household })?.items ?? 0,
    threads: threadsThatClose(db, scope, move),
  });
  return { tasks: created, sentences };
}

/** Says what handing over the caller's household would do, and changes nothing. */
export function previewHandOver(db: Db, scope: Scope, input: HandOver): HandOverPreview {
  const heir = findHeir(db, scope, input);
  const sentences = handOverSentences({
    heir: heir.username,
    others: otherMembers(db, scope, heir.id).length,
    tasks: openTasksManaged(db, scope).length,
    items: itemsOf(db).get({ household: scope.userId })?.items ?? 0,
    staysAdmin: scope.isAdmin,
  });
  return { sentences };
}

/** The managers that an Admin may give a person: the active Managers and Admins, by name. */
export function listManagers(db: Db, scope: Scope): Person[] {
  permit(mayMove(scope));
  return managers(db).all();
}

/**
 * A move that may happen.
 * @throws DomainError FORBIDDEN, NOT_FOUND for the person, BAD_REQUEST for a manager who cannot be theirs.
 */
export function findMove(db: Db, scope: Scope, { id, managerId }: MoveMember): Move {
  permit(mayMove(scope));
  const person = findUserRow(db, scope, id);
  scope.trail.subject = person;
  if (managerId === null) return { person, to: null };
  if (managerId === id) throw new DomainError('BAD_REQUEST', 'A person cannot be their own manager');
  const [to] = usersNamed(db, scope, [managerId]);
  if (!to || to.deletedAt !== null || !leads(to)) {
    throw new DomainError('BAD_REQUEST', 'Manager must be an active Manager or Admin');
  }
  if (isAbove(db).get({ id, managerId })) {
    const [one, other] = [to.username, person.username];
    throw new DomainError(
      'BAD_REQUEST',
      `${one} is managed by ${other}, so ${other} cannot be a member of ${one}`,
    );
  }
  return { person, to };
}

/** The member who is to be the head. @throws DomainError BAD_REQUEST, the same for all who cannot be. */
export function findHeir(db: Db, scope: Scope, { to }: HandOver): UserRow {
  const [heir] = usersNamed(db, scope, [to]);
  if (!heir || heir.deletedAt !== null || !mayHandOver(scope, heir)) {
    throw new DomainError('BAD_REQUEST', 'You can only hand over to one of your own active members');
  }
  scope.trail.subject = heir;
  return heir;
}

/** Open tasks that the person created in the area of the manager they leave, or of a former manager. */
export function openTasksToPass(db: Db, _scope: Scope, { person, to }: Move): string[] {
  const manager = leads(person) ? person.id : (to?.id ?? null);
  const found = openCreatedBy(db).all({ id: person.id, from: person.managerId, manager });
  return found.map(row => row.id);
}

/** Open tasks in the caller's area. */
export function openTasksManaged(db: Db, scope: Scope): string[] {
  return openManagedBy(db)
    .all({ id: scope.userId })
    .map(row => row.id);
}

/** The caller's members but for one. */
export function otherMembers(db: Db, scope: Scope, except: string): UserRow[] {
  const found = db.select({ id: user.id }).from(user).where(eq(user.managerId, scope.userId)).all();
  const ids = found.map(row => row.id).filter(id => id !== except);
  return ids.length > 0 ? usersNamed(db, scope, ids).filter(one => one.deletedAt === null) : [];
}

/** Threads in which one of the two may write to the other now, and neither may after the move. */
function threadsThatClose(db: Db, scope: Scope, { person, to }: Move): number {
  const moved = { ...person, managerId: to?.id ?? null };
  const ids = partnersOf(db)
    .all({ id: person.id })
    .map(row => row.id);
  const partners = ids.length > 0 ? usersNamed(db, scope, ids) : [];
  return partners.filter(one => areWithinReach(person, one) && !areWithinReach(moved, one)).length;
}

const id = sql.placeholder('id');
const household = sql.placeholder('household');
const openOnes = sql`select r.task_id from task_reader r
  where r.user_id = ${id} and r.managed = 1 and r.completed = 0`;

const managers = prepared(db =>
  db
    .select({ id: user.id, username: user.username, email: user.email })
    .from(user)
    .where(sql`active and deleted_at is null and (instr(roles, 'Manager') > 0 or instr(roles, 'Admin') > 0)`)
    .orderBy(sql`username collate nocase`, user.id)
    .limit(1_000),
);

const openCreatedBy = prepared(db =>
  db
    .select({ id: sql<string>`t.id` })
    .from(sql`task t`)
    .where(
      sql`t.id in (${openOnes}) and t.creator_id = ${id} and t.manager_id is not ${sql.placeholder('manager')}
        and (t.manager_id is ${sql.placeholder('from')}
          or not exists (select 1 from leader l where l.id = t.manager_id))`,
    ),
);

const openManagedBy = prepared(db =>
  db
    .select({ id: sql<string>`t.id` })
    .from(sql`task t`)
    .where(sql`t.id in (${openOnes}) and t.manager_id = ${id}`),
);

const assignedTo = prepared(db =>
  db
    .select({ tasks: sql<number>`count(*)` })
    .from(sql`task_assignee a join task t on t.id = a.task_id`)
    .where(sql`a.user_id = ${id} and t.completed = 0 and t.deleted_at is null and t.creator_id <> ${id}`),
);

const itemsAddedTo = prepared(db =>
  db
    .select({ items: sql<number>`count(*)` })
    .from(sql`grocery_item`)
    .where(sql`household_id = ${household} and user_id = ${id}`),
);

const itemsOf = prepared(db =>
  db.select({ items: sql<number>`count(*)` }).from(sql`grocery_item`).where(sql`household_id = ${household}`),
);

const partnersOf = prepared(db =>
  db
    .select({ id: sql<string>`${conversation.highUserId}` })
    .from(conversation)
    .where(eq(conversation.lowUserId, id))
    .unionAll(
      db
        .select({ id: sql<string>`${conversation.lowUserId}` })
        .from(conversation)
        .where(eq(conversation.highUserId, id)),
    ),
);

/** Whether a person stands above a manager, at whatever distance. UNION ends a circle that is there already. */
const isAbove = prepared(db =>
  db
    .select({ id: sql<string>`id` })
    .from(
      sql`(with recursive above(id) as (
        select u.manager_id from user u where u.id = ${sql.placeholder('managerId')}
        union select u.manager_id from user u join above a on u.id = a.id
      ) select id from above)`,
    )
    .where(sql`id = ${id}`)
    .limit(1),
);
