import type { Shopping } from '@onus/contract/notify/inputs';
import { SHOPPING_HOURS } from '@onus/contract/notify/settings';
import type { Db } from '@onus/db/open';
import { shopper } from '@onus/db/schema/notify';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, gt, sql } from 'drizzle-orm';
import { queueNotice } from '../core/notify/queue.ts';
import { isoTime } from '../core/rows/iso-time.ts';
import type { Scope } from '../core/scope.ts';

/** Until when the caller is shopping; null while they are not. */
export interface ShoppingState {
  until: string | null;
}

export function findShopping(db: Db, scope: Scope): ShoppingState {
  const row = db.select().from(shopper).where(eq(shopper.userId, scope.userId)).get();
  const isNow = row && row.until > scope.now && row.householdId === scope.household;
  return { until: isNow ? isoTime(row.until) : null };
}

/** "I am shopping": changes of the list by others notify the caller. It ends by itself. */
export function setShopping(db: Db, scope: Scope, { on }: Shopping): ShoppingState {
  const { userId, household: householdId } = scope;
  if (on) {
    const now = { householdId, until: scope.now + SHOPPING_HOURS * 3_600_000 };
    db.insert(shopper)
      .values({ userId, ...now })
      .onConflictDoUpdate({ target: shopper.userId, set: now })
      .run();
  } else {
    db.delete(shopper).where(eq(shopper.userId, userId)).run();
  }
  scope.changed('grocery', [userId]);
  return findShopping(db, scope);
}

/** Notifies who is shopping of a change of the list; for a transaction that is open. */
export function tellShoppers(db: Db, scope: Scope): void {
  // Each change counts: one that the person has seen is left out.
  const event = {
    kind: 'shopping',
    objectId: scope.household,
    part: `${scope.household} ${scope.now}`,
  } as const;
  for (const { userId } of shoppersOf(db).all({ household: scope.household, now: scope.now })) {
    queueNotice(db, scope, userId, event);
  }
}

const shoppersOf = prepared({ userId: shopper.userId }, (db, columns) =>
  db
    .select(columns)
    .from(shopper)
    .where(
      and(eq(shopper.householdId, sql.placeholder('household')), gt(shopper.until, sql.placeholder('now'))),
    ),
);
