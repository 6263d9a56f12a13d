import type { Db } from '@onus/db/open';
import { deletedItem, groceryItem } from '@onus/db/schema/grocery';
import { fieldEdit } from '@onus/db/schema/operation';
import { prepared } from '@onus/db/statements/prepared';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../core/scope.ts';
import { findShopping } from '../../grocery/shopping.ts';
import { usersNamed } from '../../people/find.ts';
import type { JobRow } from '../jobs.ts';
import { type ComposedNotice, listed } from './notice.ts';

const HOUR = 3_600;

/** What others have changed of the list since the first job, if the person still shops for this household. */
export function composeShopping(
  db: Db,
  scope: Scope,
  jobs: readonly JobRow[],
  namesOnly: boolean,
): ComposedNotice | null {
  const own = jobs.filter(job => job.objectId === scope.household);
  if (own.length === 0 || findShopping(db, scope).until === null) return null;
  const names = usersNamed(
    db,
    scope,
    own.map(job => job.actorId),
  ).map(one => one.username);
  const since = Math.min(...own.map(job => job.createdAt));
  return {
    title: `${[...new Set(names)].join(', ')} changed the grocery list`,
    lines: namesOnly ? [] : listed(changesSince(db, scope, since)),
    path: '/dash/groceries',
    tag: 'groceries',
    ttl: HOUR,
  };
}

function changesSince(db: Db, { household, userId: me }: Scope, since: number): string[] {
  const of = { household, me, since };
  return [
    ...added(db)
      .all(of)
      .map(({ name }) => `Added: ${name}`),
    ...edited(db)
      .all(of)
      .map(({ name }) => `Changed: ${name}`),
    ...removed(db)
      .all(of)
      .map(({ name }) => `Removed: ${name}`),
  ];
}

const { placeholder } = sql;
/** More are not named. */
const MOST = 50;
const isOfList = sql`household_id = ${placeholder('household')}`;
const since = placeholder('since');

const added = prepared({ name: groceryItem.name }, (db, columns) =>
  db
    .select(columns)
    .from(groceryItem)
    .where(sql`${isOfList} and user_id <> ${placeholder('me')} and created_at >= ${since}`)
    .orderBy(groceryItem.createdAt)
    .limit(MOST),
);

const edited = prepared({ name: groceryItem.name }, (db, columns) =>
  db
    .select(columns)
    .from(groceryItem)
    .where(
      sql`${isOfList} and created_at < ${since} and exists (select 1 from ${fieldEdit} e
        where e.kind = 'item' and e.object_id = ${groceryItem.id} and e.at >= ${since}
          and e.user_id <> ${placeholder('me')})`,
    )
    .orderBy(groceryItem.name)
    .limit(MOST),
);

const removed = prepared({ name: deletedItem.name }, (db, columns) =>
  db
    .select(columns)
    .from(deletedItem)
    .where(sql`${isOfList} and deleted_by <> ${placeholder('me')} and deleted_at >= ${since}`)
    .orderBy(deletedItem.deletedAt)
    .limit(MOST),
);
