import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import type { Server } from '../server.ts';

/** What the server alone sets, compared with how it was. */
export interface OwnedFields {
  /** Tables in which something of it changed, or is wrong in a new row. @param me who made the new ones. */
  changed(me: string): string[];
  close(): void;
}

/** Of rows that were there, what must stay as it was. */
const KEPT: Record<string, string> = {
  user: 'roles, active, manager_id, password_hash, created_at, deleted_at',
  task: 'creator_id, manager_id, created_at',
  grocery_item: 'household_id, user_id, created_at',
  message: 'sender_id, conversation_id, sequence',
  conversation: 'low_user_id, high_user_id, created_at',
  session: 'user_id, ends_at, created_at',
};

/** Of new rows, what is wrong; `:me` made them, `:soon` is when the longest session is over and `:began` is when all began. */
const FORGED: Record<string, string> = {
  user: "instr(roles, 'Admin') or not active or deleted_at is not null or created_at < :began or manager_id <> :me or password_hash = 'x'",
  task: 'creator_id <> :me or created_at < :began or updated_at < :began or ifnull(manager_id, 0) not in (select ifnull(manager_id, 0) from kept.user where id = :me union select :me)',
  grocery_item:
    'user_id <> :me or created_at < :began or household_id not in (select ifnull(manager_id, 0) from kept.user where id = :me union select :me)',
  message: 'sender_id <> :me or deleted_at is not null or edited_at is not null or sequence = 1',
  conversation: ':me not in (low_user_id, high_user_id) or created_at < :began',
  session: 'ends_at > :soon or expires_at > :soon or generation > 0',
};

/** Beside the copy that the world is kept in (`keepWorld`). */
export function openOwnedFields(server: Server): OwnedFields {
  const db = openDb(server.file);
  const { $client } = db;
  $client.prepare('attach ? as kept').run(join(server.dataDir, 'world.sqlite'));
  const began = Date.now() - 1000;
  const looks = Object.entries(KEPT).map(([table, fields]) => {
    const of = (alias: string) => fields.replaceAll(/\w+/g, field => `${alias}.${field}`);
    const sql = `select exists (
      select 1 from main."${table}" now join kept."${table}" was using (id) where (${of('now')}) is not (${of('was')})
      union all
      select 1 from main."${table}" where id not in (select id from kept."${table}") and (${FORGED[table]}))`;
    return { table, isWrong: $client.prepare<[Record<string, unknown>], number>(sql).pluck() };
  });
  return {
    changed(me) {
      const given = { me, began, soon: Date.now() + 91 * 86_400_000 };
      return looks.filter(({ isWrong }) => isWrong.get(given) === 1).map(({ table }) => table);
    },
    close: () => closeDb(db),
  };
}
