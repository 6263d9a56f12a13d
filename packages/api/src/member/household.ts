import type { HandOver, MoveMember } from '@onus/contract/member';
import type { Db } from '@onus/db/open';
import { conversation } from '@onus/db/schema/chat';
import { prepared } from '@onus/db/statements/prepared';
import { eq, sql } from 'drizzle-orm';
import { DomainError, permit } from '../core/errors.ts';
import { householdOf, type Scope } from '../core/scope.ts';
import type { UserRow } from '../core/sessions/find.ts';
import { countInvitations } from '../invite/find.ts';
import { findUserRow, usersNamed } from '../people/find.ts';
import { areWithinReach, leads, mayMove } from '../people/policy.ts';
import type { handOverSentences, moveSentences } from './move-sentences.ts';
import { mayHandOver } from './policy.ts';

/** A move as it was asked for, checked. */
export interface Move {
  person: UserRow;
  /** The manager to be; null for none. */
  to: UserRow | null;
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

/** What of a move can be told without looking at tasks. */
export function findMoveWords(
  db: Db,
  scope: Scope,
  move: Move,
): Omit<Parameters<typeof moveSentences>[0], 'created' | 'assigned'> {
  const { person, to } = move;
  const [from] = person.managerId ? usersNamed(db, scope, [person.managerId]) : [];
  const household = from ? householdOf(person) : person.id;
  return {
    person: person.username,
    from: from?.username ?? null,
    to: to?.username ?? null,
    leads: leads(person),
    items: itemsAddedTo(db).get({ id: person.id, household })?.items ?? 0,
    threads: threadsThatClose(db, scope, move),
  };
}

/** The same of handing over the caller's household. */
export function findHandOverWords(
  db: Db,
  scope: Scope,
  heir: UserRow,
): Omit<Parameters<typeof handOverSentences>[0], 'tasks'> {
  return {
    heir: heir.username,
    others: otherMembers(db).get({ id: scope.userId, heir: heir.id })?.members ?? 0,
    items: itemsOf(db).get({ household: scope.userId })?.items ?? 0,
    invitations: countInvitations(db, scope),
    staysAdmin: scope.isAdmin,
  };
}

/** How many of some tasks count, and the last of them that was looked at; null when there are no more. */
export interface Counted<Mark> {
  tasks: number;
  after: Mark | null;
}

/** Open tasks that the person created in the area of the manager they leave, or of a former manager. */
export function countTasksToPass(
  db: Db,
  _scope: Scope,
  { person, to }: Move,
  after: number | null,
): Counted<number> {
  const manager = leads(person) ? person.id : (to?.id ?? null);
  const place = { id: person.id, from: person.managerId, manager, after: after ?? 0 };
  return openCreatedBy(db).get(place) ?? { tasks: 0, after: null };
}

/** Open tasks that others created and assigned to the person. */
export function countTasksAssigned(
  db: Db,
  _scope: Scope,
  { person }: Move,
  after: string | null,
): Counted<string> {
  return assignedTo(db).get({ id: person.id, after: after ?? '' }) ?? { tasks: 0, after: null };
}

/** Open tasks that the caller manages. */
export function countTasksManaged(db: Db, scope: Scope, after: number | null): Counted<number> {
  return openManagedBy(db).get({ id: scope.userId, after: after ?? 0 }) ?? { tasks: 0, after: null };
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
const after = sql.placeholder('after');
/** So many are looked at in one turn of the event loop. */
const SLICE = sql.raw('2000');

const openCreatedBy = prepared(
  { tasks: sql<number>`coalesce(sum(counts), 0)`, after: sql<number | null>`max(mark)` },
  (db, columns) =>
    db.select(columns).from(sql`(select rowid as mark, completed = 0 and deleted_at is null
        and manager_id is not ${sql.placeholder('manager')} and (manager_id is ${sql.placeholder('from')}
          or not exists (select 1 from leader l where l.id = task.manager_id)) as counts
      from task where creator_id = ${id} and rowid > ${after} order by rowid limit ${SLICE})`),
);

const openManagedBy = prepared(
  { tasks: sql<number>`coalesce(sum(counts), 0)`, after: sql<number | null>`max(mark)` },
  (db, columns) =>
    db.select(columns).from(sql`(select rowid as mark, completed = 0 and deleted_at is null as counts
      from task where manager_id = ${id} and rowid > ${after} order by rowid limit ${SLICE})`),
);

const assignedTo = prepared(
  { tasks: sql<number>`coalesce(sum(counts), 0)`, after: sql<string | null>`max(mark)` },
  (db, columns) =>
    db
      .select(columns)
      .from(sql`(select a.task_id as mark, t.completed = 0 and t.deleted_at is null and t.creator_id <> ${id} as counts
      from task_assignee a join task t on t.id = a.task_id
      where a.user_id = ${id} and a.task_id > ${after} order by a.task_id limit ${SLICE})`),
);

const otherMembers = prepared({ members: sql<number>`count(*)` }, (db, columns) =>
  db
    .select(columns)
    .from(sql`user`)
    .where(sql`manager_id = ${id} and id <> ${sql.placeholder('heir')} and deleted_at is null`),
);

const itemsAddedTo = prepared({ items: sql<number>`count(*)` }, (db, columns) =>
  db.select(columns).from(sql`grocery_item`).where(sql`household_id = ${household} and user_id = ${id}`),
);

const itemsOf = prepared({ items: sql<number>`count(*)` }, (db, columns) =>
  db.select(columns).from(sql`grocery_item`).where(sql`household_id = ${household}`),
);

const partnersOf = prepared({ id: sql<string>`${conversation.highUserId}` }, (db, columns) =>
  db
    .select(columns)
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
const isAbove = prepared({ id: sql<string>`id` }, (db, columns) =>
  db
    .select(columns)
    .from(
      sql`(with recursive above(id) as (
        select u.manager_id from user u where u.id = ${sql.placeholder('managerId')}
        union select u.manager_id from user u join above a on u.id = a.id
      ) select id from above)`,
    )
    .where(sql`id = ${id}`)
    .limit(1),
);
