import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { type SheetRow, sheetImport, sheetPart } from '@onus/db/schema/sheet';
import { task } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { DomainError, notFound } from '../../core/errors.ts';
import type { Scope, SystemScope } from '../../core/scope.ts';

/** A row of an import that is not finished. */
export type Part = typeof sheetPart.$inferSelect;

/** Removed in one write: each may have a hundred people, and a follow-up. */
const AT_ONCE = 10;

/** Finished imports looked at in one turn of the event loop. */
const SLICE = 200;

/**
 * How long a finished import is known, in milliseconds: as long as a session lasts (rule 2.6). The id is kept only
 * by the page that made it, so after that nothing sends it again.
 */
const KNOWN_FOR = 90 * 86_400_000;

/**
 * What is there of an import: whether it was finished, and the rows that it has made.
 * @throws DomainError CONFLICT when it is another person's.
 */
export function findImport(
  db: Db,
  scope: Scope,
  id: string,
  ids: readonly string[],
): { isDone: boolean; known: string[] } {
  const done = importById(db).get({ id });
  const named = { ids: JSON.stringify(ids) };
  const made = [...tasksOf(db).all(named), ...itemsOf(db).all(named)];
  const makers = [...made.map(({ maker }) => maker), ...(done ? [done.userId] : [])];
  if (makers.some(maker => maker !== scope.userId)) throw new DomainError('CONFLICT', 'Id is in use');
  return { isDone: done !== undefined, known: made.map(row => row.id) };
}

/** The caller's zone as their last sign-in had it; null before any. */
export function findZone(db: Db, scope: Scope): string | null {
  const [row] = db.select({ timeZone: user.timeZone }).from(user).where(eq(user.id, scope.userId)).all();
  return row?.timeZone ?? null;
}

/**
 * What a finished import of the caller's has made.
 * @throws DomainError NOT_FOUND, CONFLICT for one whose rows were not kept.
 */
export function findUndo(db: Db, scope: Scope, id: string): { rows: readonly SheetRow[]; isUndone: boolean } {
  const found = importById(db).get({ id });
  if (found?.userId !== scope.userId) throw notFound('Import');
  if (found.rows) return { rows: found.rows, isUndone: found.undoneAt !== null };
  throw new DomainError('CONFLICT', 'This import is too old to be undone. Delete its tasks or items.');
}

/** Some of the rows that imports left behind. @param running imports that go on: theirs are not among them. */
export function leftParts(db: Db, _scope: SystemScope, running: readonly string[]): Part[] {
  return partsBut(db).all({ running: JSON.stringify(running) });
}

/** Finished imports that are not sent again, at most a slice of them. They are read in the order they were made. */
export function oldImports(db: Db, { now }: SystemScope): string[] {
  return oldestImports(db)
    .all()
    .filter(({ finishedAt }) => finishedAt < now - KNOWN_FOR)
    .map(({ id }) => id);
}

const { userId, rows, undoneAt } = sheetImport;
const importById = prepared({ userId, rows, undoneAt }, (db, columns) =>
  db
    .select(columns)
    .from(sheetImport)
    .where(eq(sheetImport.id, sql.placeholder('id'))),
);

const IDS = sql`(select value from json_each(${sql.placeholder('ids')}))`;

const tasksOf = prepared({ id: task.id, maker: task.creatorId }, (db, columns) =>
  db.select(columns).from(task).where(inArray(task.id, IDS)),
);

const itemsOf = prepared({ id: groceryItem.id, maker: groceryItem.userId }, (db, columns) =>
  db.select(columns).from(groceryItem).where(inArray(groceryItem.id, IDS)),
);

const oldestImports = prepared({ id: sheetImport.id, finishedAt: sheetImport.finishedAt }, (db, columns) =>
  db.select(columns).from(sheetImport).orderBy(sql`rowid`).limit(SLICE),
);

const partsBut = prepared(getTableColumns(sheetPart), (db, columns) =>
  db
    .select(columns)
    .from(sheetPart)
    .where(sql`import_id not in (select value from json_each(${sql.placeholder('running')}))`)
    .limit(AT_ONCE),
);
