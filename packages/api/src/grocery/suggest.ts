import type { CreateItem, SuggestItems } from '@onus/contract/grocery';
import { itemKey } from '@onus/contract/quick-line/item';
import type { Db } from '@onus/db/open';
import { groceryMemory } from '@onus/db/schema/grocery';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Scope } from '../core/scope.ts';

/** What the household has had on its list before, as it last was. */
export interface SuggestedItem {
  name: string;
  count: number;
  /** Dollars, exact to the cent. */
  price: number;
  section: string | null;
}

/**
 * What the household has had on its list and what the text may be the start of: names that begin with it first, then
 * those in which another word does, each by how often it was added.
 */
export function suggestItems(db: Db, { household }: Scope, { text }: SuggestItems): SuggestedItem[] {
  const key = itemKey(text);
  return suggestions(db)
    .all({ household, text: key, most: key === '' ? MOST : MOST_FOUND })
    .map(({ priceCents, ...item }) => ({ ...item, price: priceCents / 100 }));
}

type Remembered = Pick<typeof groceryMemory.$inferInsert, 'name' | 'count' | 'priceCents' | 'section'>;

/** Keeps what a suggestion says; for a transaction that is open. @param times 1 for an item that is added. */
export function remember(db: Db, scope: Scope, item: Remembered, times: 0 | 1): void {
  const { name, count, priceCents, section = null } = item;
  const { household, now } = scope;
  memoryUpsert(db).run({ household, key: itemKey(name), name, count, priceCents, section, times, now });
  if (times === 1) forgetOldest(db).run({ household });
}

/** Whether a name is suggested. @param key of {@link itemKey}. */
export function findKnown(db: Db, { household }: Scope, key: string): boolean {
  return knownOf(db).get({ household, key }) !== undefined;
}

/** Suggests an item that was never on the list; what is known stays as it is. */
export function rememberUnused(db: Db, { household }: Scope, { name, section }: CreateItem): void {
  unusedInsert(db).run({ household, key: itemKey(name), name, section });
  forgetOldest(db).run({ household });
}

/** Forgets an item that was never on the list. @param key of {@link itemKey}. */
export function forgetUnused(db: Db, { household }: Scope, key: string): void {
  unusedDelete(db).run({ household, key });
}

/** The most names that a household keeps, the latest. Two that become one may have more for a while. */
const KEPT = sql.raw('1000');
/** Names that one call forgets at most: more than it adds. */
const FORGOTTEN_AT_ONCE = sql.raw('4');
/** With a text, and without one: a weekly shop and more. */
const MOST_FOUND = 8;
const MOST = 40;

const { name, count, priceCents, section } = groceryMemory;
const text = sql.placeholder('text');

const suggestions = prepared({ name, count, priceCents, section }, (db, columns) => {
  const latest = sql`(select key as latest from grocery_memory where household_id = ${sql.placeholder('household')}
    order by used_at desc limit ${KEPT})`;
  return db
    .select(columns)
    .from(groceryMemory)
    .where(
      sql`${eq(groceryMemory.householdId, sql.placeholder('household'))} and ${groceryMemory.key} in ${latest}
        and instr(' ' || ${groceryMemory.key}, ' ' || ${text}) > 0`,
    )
    .orderBy(
      sql`instr(${groceryMemory.key}, ${text}) = 1 desc`,
      desc(groceryMemory.times),
      desc(groceryMemory.usedAt),
    )
    .limit(sql.placeholder('most'));
});

const memoryUpsert = preparedWrite(db =>
  db
    .insert(groceryMemory)
    .values({
      householdId: sql.placeholder('household'),
      key: sql.placeholder('key'),
      name: sql.placeholder('name'),
      count: sql.placeholder('count'),
      priceCents: sql.placeholder('priceCents'),
      section: sql.placeholder('section'),
      times: sql`max(1, ${sql.placeholder('times')})`,
      usedAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: [groceryMemory.householdId, groceryMemory.key],
      set: {
        name: sql`excluded.name`,
        count: sql`excluded.count`,
        priceCents: sql`excluded.price_cents`,
        section: sql`excluded.section`,
        times: sql`${groceryMemory.times} + ${sql.placeholder('times')}`,
        usedAt: sql`excluded.used_at`,
      },
    }),
);

const forgetOldest = preparedWrite(db =>
  db.delete(groceryMemory).where(
    sql`rowid in (select rowid from grocery_memory where household_id = ${sql.placeholder('household')}
      order by used_at desc limit ${FORGOTTEN_AT_ONCE} offset ${KEPT})`,
  ),
);

const isNamed = and(
  eq(groceryMemory.householdId, sql.placeholder('household')),
  eq(groceryMemory.key, sql.placeholder('key')),
);

const knownOf = prepared({ name }, (db, columns) => db.select(columns).from(groceryMemory).where(isNamed));

/** Of an item that was never on the list: it is forgotten first. */
const NEVER = 0;

const unusedInsert = preparedWrite(db =>
  db
    .insert(groceryMemory)
    .values({
      householdId: sql.placeholder('household'),
      key: sql.placeholder('key'),
      name: sql.placeholder('name'),
      count: 1,
      priceCents: 0,
      section: sql.placeholder('section'),
      times: NEVER,
      usedAt: NEVER,
    })
    .onConflictDoNothing(),
);

const unusedDelete = preparedWrite(db =>
  db.delete(groceryMemory).where(and(isNamed, eq(groceryMemory.usedAt, NEVER))),
);
