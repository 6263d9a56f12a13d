import type { Db } from '@onus/db/open';
import { appliedOp } from '@onus/db/schema/operation';
import { prepared } from '@onus/db/statements/prepared';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Scope } from '../scope.ts';

export type Applied = typeof appliedOp.$inferSelect;

/** The verdict on an operation of the caller's. */
export interface Known {
  mine: Applied | undefined;
  /** Another person has sent an operation with this id. Keys of REST are everyone's own. */
  isOthers: boolean;
}

export function findApplied(db: Db, scope: Scope, op: string): Known {
  const rows = withId(db).all({ op });
  const mine = rows.find(row => row.userId === scope.userId);
  return { mine, isOthers: !mine && rows.some(row => row.seal === null) };
}

const withId = prepared(getTableColumns(appliedOp), (db, columns) =>
  db
    .select(columns)
    .from(appliedOp)
    .where(eq(appliedOp.op, sql.placeholder('op'))),
);
