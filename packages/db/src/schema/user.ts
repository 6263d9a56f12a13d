import { ROLES, type Role } from '@onus/contract/role';
import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  customType,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** Roles as names in canonical order, joined by commas: readable in any SQLite shell, one comparison to check. */
const roleSet = customType<{ data: Role[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: roles => ROLES.filter(role => roles.includes(role)).join(','),
  fromDriver: stored => stored.split(',') as Role[],
});

/** Every combination of at least one role, in canonical order. */
const ROLE_SETS = Array.from({ length: 2 ** ROLES.length - 1 }, (_, bits) =>
  ROLES.filter((_role, place) => ((bits + 1) >> place) & 1).join(','),
);

export const user = sqliteTable(
  'user',
  {
    id: text().primaryKey(),
    username: text().notNull(),
    /** Trimmed and lower-cased before it comes here. */
    email: text().notNull(),
    /** Argon2id, PHC string; null until an activation link was redeemed. */
    passwordHash: text('password_hash'),
    /** When they chose a password themselves; null while they have one that a manager typed, or none. */
    activatedAt: integer('activated_at'),
    roles: roleSet().notNull(),
    active: integer({ mode: 'boolean' }).notNull().default(true),
    managerId: text('manager_id').references((): AnySQLiteColumn => user.id),
    /** Last IANA zone the user was seen in (decision 4.2). */
    timeZone: text('time_zone'),
    /** Epoch milliseconds, as every `…At` column. */
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Deleting keeps the row: the name stays in the history of tasks and messages (decision 3). */
    deletedAt: integer('deleted_at'),
  },
  table => [
    uniqueIndex('user_email').on(table.email).where(sql`deleted_at is null`),
    index('user_manager').on(table.managerId, table.username),
    // Admin comes first in the canonical order. Every change of a task asks who the Admins are.
    index('user_admin').on(table.id).where(sql`substr(roles, 1, 5) = 'Admin'`),
    check('user_roles', sql.raw(`roles in (${ROLE_SETS.map(roles => `'${roles}'`).join(', ')})`)),
    check('user_active', sql`active in (0, 1)`),
  ],
);
