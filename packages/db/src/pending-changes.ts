import type { Db } from './open.ts';
import { readersOf, rereadTasks } from './readers.ts';
import { statementOf } from './statements/statement.ts';

/** Rows per slice. Each takes up to 100 µs, so a slice takes 10 ms. */
const SLICE = 100;

/** The progress of the first pending change; null at its start. */
export type Place = { readonly change: number; readonly step: number; readonly after: Mark } | null;

/** The last row of a step; null before the first. */
type Mark = string | number | null;

export interface PendingChange {
  kind: 'leader' | 'member' | 'created' | 'managed' | 'members' | 'items';
  personId: string;
  fromId?: string | null;
  toId?: string | null;
  /** The time of the original change in epoch milliseconds. */
  at: number;
}

type Known = Required<PendingChange> & { id: number };

/** The result of one slice. */
export interface Slice {
  /** Where the next slice continues. */
  place: Place;
  /** Users whose visible tasks changed. */
  readers: Set<string>;
  /** Users with another manager. */
  moved: Set<string>;
}

type Told = Pick<Slice, 'readers' | 'moved'>;

/** The number of rows of a step, and the last of them; null at the end. */
interface Progress {
  rows: number;
  after: Mark;
}

/** Runs a step for at most `limit` rows. */
type Step = (db: Db, change: Known, after: Mark, limit: number, told: Told) => Progress;

/** True while there are pending changes. */
export function hasPendingChanges(db: Db): boolean {
  return statementOf(db, 'select min(id) from pending_change').pluck().get() !== null;
}

/** Adds a pending change. */
export function addPendingChange(
  db: Db,
  { kind, personId, fromId = null, toId = null, at }: PendingChange,
): void {
  const insert = 'insert into pending_change (kind, person_id, from_id, to_id, at) values (?, ?, ?, ?, ?)';
  statementOf(db, insert).run(kind, personId, fromId, toId, at);
}

/**
 * Runs one slice of the pending changes in the caller's transaction. Every step can be repeated, so the progress is only
 * in memory.
 */
export function doSlice(db: Db, from: Place, most = SLICE): Slice {
  const told: Told = { readers: new Set(), moved: new Set() };
  let place = from;
  for (let left = most; left > 0; left -= 1) {
    const change = statementOf<Known>(db, FIRST).get();
    if (!change) return { place: null, ...told };
    if (place?.change !== change.id) place = { change: change.id, step: 0, after: null };
    const step = STEPS[change.kind][place.step];
    if (step) {
      const { rows, after } = step(db, change, place.after, left, told);
      left -= rows;
      place = after === null ? { ...place, step: place.step + 1, after } : { ...place, after };
    } else {
      statementOf(db, 'delete from pending_change where id = ?').run(change.id);
    }
  }
  return { place, ...told };
}

const FIRST = `select id, kind, person_id as personId, from_id as fromId, to_id as toId, at
  from pending_change order by id limit 1`;

// Each finds tasks in an order that the changes do not affect. `id` is null for tasks to skip.
const rereadManaged = rereading(
  `select rowid as mark, id from task
    where manager_id = :personId and rowid > coalesce(:after, 0) order by rowid limit :limit`,
);

const rereadAssigned = rereading(
  `select task_id as mark, task_id as id from task_assignee
    where user_id = :personId and task_id > coalesce(:after, '') order by task_id limit :limit`,
);

/** Skips tasks whose manager has the role. */
const rereadCreated = rereading(
  `select rowid as mark, iif(manager_id is not null
      and not exists (select 1 from leader l where l.id = task.manager_id), id, null) as id
    from task where creator_id = :personId and rowid > coalesce(:after, 0) order by rowid limit :limit`,
);

const passCreated = passing(
  `select rowid as mark, iif(completed = 0 and deleted_at is null and manager_id is not :toId
      and (manager_id is :fromId or not exists (select 1 from leader l where l.id = task.manager_id)), id, null) as id
    from task where creator_id = :personId and rowid > coalesce(:after, 0) order by rowid limit :limit`,
);

const passManaged = passing(
  `select rowid as mark, iif(completed = 0 and deleted_at is null, id, null) as id from task
    where manager_id = :personId and rowid > coalesce(:after, 0) order by rowid limit :limit`,
);

/** Each member is a separate change, in the order of the table, which the changes do not affect. */
function queueMembers(db: Db, { personId, at }: Known, after: Mark, limit: number): Progress {
  const found = statementOf<{ mark: number; id: string; managerId: string | null }>(
    db,
    `select rowid as mark, id, manager_id as managerId from user
      where rowid > coalesce(?, 0) order by rowid limit ?`,
  ).all(after, limit * CHEAP);
  const members = found.filter(one => one.managerId === personId);
  for (const { id } of members) addPendingChange(db, { kind: 'member', personId: id, at });
  return {
    rows: Math.max(members.length, Math.ceil(found.length / CHEAP)),
    after: found.at(-1)?.mark ?? null,
  };
}

/** The number of rows that can be skipped in the time of one change. */
const CHEAP = 5;

/**
 * A moved member is not found again, so this step always begins at the start. Without another manager they take along
 * the items that they have added since the list was divided.
 */
function passMembers(
  db: Db,
  { personId, toId, at }: Known,
  _after: Mark,
  limit: number,
  { moved }: Told,
): Progress {
  const find = 'select id from user where manager_id = ? and id is not ? limit ?';
  const ids = statementOf(db, find).pluck().all(personId, toId, limit) as string[];
  const pass = statementOf(db, 'update user set manager_id = ?, updated_at = ? where id = ?');
  for (const id of ids) {
    pass.run(toId, at, id);
    moved.add(id);
  }
  if (toId === null) for (const keep of KEEP_ITEMS) statementOf(db, keep).run(personId, JSON.stringify(ids));
  return { rows: ids.length, after: ids.at(-1) ?? null };
}

const ITEMS = ['grocery_item', 'deleted_item'] as const;

const KEEP_ITEMS = ITEMS.map(
  table => `update ${table} set household_id = user_id
    where household_id = ? and user_id in (select value from json_each(?))`,
);

/** The list passes to the next head, with what was removed from it. Without one, each member keeps what they added. */
const passItems = ITEMS.map(
  (table): Step =>
    (db, { personId, toId }, _after, limit) => {
      const { changes } = statementOf(
        db,
        `update ${table} set household_id = coalesce(:toId, user_id) where rowid in (
          select rowid from ${table} where household_id = :personId and (:toId is not null
            or exists (select 1 from user u where u.id = user_id and u.manager_id = :personId)) limit :limit)`,
      ).run({ personId, toId, limit });
      return { rows: changes, after: changes === 0 ? null : changes };
    },
);

/** What the household has bought before goes with the list. It stays where the list is divided. */
function passMemory(db: Db, { personId, toId }: Known, _after: Mark, limit: number): Progress {
  if (toId === null) return { rows: 0, after: null };
  const { changes } = statementOf(
    db,
    `update or replace grocery_memory set household_id = :toId where rowid in (
      select rowid from grocery_memory where household_id = :personId limit :limit)`,
  ).run({ personId, toId, limit });
  return { rows: changes, after: changes === 0 ? null : changes };
}

const STEPS: Record<PendingChange['kind'], Step[]> = {
  leader: [rereadManaged, queueMembers],
  member: [rereadAssigned, rereadCreated],
  created: [passCreated],
  managed: [passManaged],
  items: [...passItems, passMemory],
  members: [passMembers],
};

function rereading(text: string): Step {
  return (db, change, after, limit, { readers }) => {
    const { ids, ...found } = tasksIn(db, text, change, after, limit);
    for (const id of rereadTasks(db, ids)) readers.add(id);
    return found;
  };
}

/** Keeps the time of a task's last change, because an open form of it is still up to date. */
function passing(text: string): Step {
  return (db, change, after, limit, { readers }) => {
    const { ids, ...found } = tasksIn(db, text, change, after, limit);
    const before = readersOf(db, ids);
    const pass = statementOf(db, 'update task set manager_id = ? where id = ?');
    for (const id of ids) pass.run(change.toId, id);
    for (const id of [...before, ...readersOf(db, ids)]) readers.add(id);
    return found;
  };
}

function tasksIn(db: Db, text: string, { personId, fromId, toId }: Known, after: Mark, limit: number) {
  const rows = statementOf<{ mark: Mark; id: string | null }>(db, text).all({
    personId,
    fromId,
    toId,
    after,
    limit,
  });
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return { ids, rows: rows.length, after: rows.at(-1)?.mark ?? null };
}
