import { ROLES, type Role } from '@onus/contract/auth/role';
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

/** Role names in canonical order, joined by commas. Readable in any SQLite shell, and one comparison checks them. */
const roleSet = customType<{ data: Role[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: roles => ROLES.filter(role => roles.includes(role)).join(','),
  fromDriver: stored => stored.split(',') as Role[],
});

/** Every combination of at least one role, in canonical order. */
const ROLE_SETS = Array.from({ length: 2 ** ROLES.length - 1 }, (_, bits) =>
  ROLES.filter((_role, place) => ((bits + 1) >> place) & 1).join(','),
);

/** Written as the index on it is, so that SQLite uses that: Admin comes first in the canonical order. */
export const IS_ADMIN = sql`substr(roles, 1, 5) = 'Admin'`;

export const user = sqliteTable(
  'user',
  {
    id: text().primaryKey(),
    username: text().notNull(),
    /** Already trimmed and lower-cased. */
    email: text().notNull(),
    /** Argon2id as a PHC string; null until an activation link was used. */
    passwordHash: text('password_hash'),
    /** When the user chose a password; null with a manager's password or none. */
    activatedAt: integer('activated_at'),
    roles: roleSet().notNull(),
    active: integer({ mode: 'boolean' }).notNull().default(true),
    managerId: text('manager_id').references((): AnySQLiteColumn => user.id),
    /** Last IANA zone the user was seen in (rule 4.2). */
    timeZone: text('time_zone'),
    /** The first sign-in; null before it. */
    signedInAt: integer('signed_in_at'),
    /** Epoch milliseconds, as every `…At` column. */
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** A deleted user keeps the row, because the name stays in the history of tasks and messages (rule 3). */
    deletedAt: integer('deleted_at'),
  },
  table => [
    uniqueIndex('user_email').on(table.email).where(sql`deleted_at is null`),
    index('user_manager').on(table.managerId, table.username),
    // The Admin page reads everyone by name. The name is written as in the queries, so that SQLite uses it.
    index('user_name').on(sql`username collate nocase`, table.id).where(sql`deleted_at is null`),
    // Every change of a task reads the Admins.
    index('user_admin').on(table.id).where(IS_ADMIN),
    check('user_roles', sql.raw(`roles in (${ROLE_SETS.map(roles => `'${roles}'`).join(', ')})`)),
    check('user_active', sql`active in (0, 1)`),
  ],
);
