import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import type { Server } from '../../../lib/server/server.ts';

/** Checks the fields that only the server sets against the snapshot. */
export interface OwnedFields {
  /** Tables with a changed field, or a wrong one in a new row. @param me the creator of the new rows. */
  changed(me: string): string[];
  close(): void;
}

/** Columns of existing rows that must not change. */
const UNCHANGED: Record<string, string> = {
  user: 'roles, active, manager_id, password_hash, created_at, deleted_at',
  task: 'creator_id, manager_id, created_at',
  grocery_item: 'household_id, user_id, created_at',
  message: 'sender_id, conversation_id, sequence',
  conversation: 'low_user_id, high_user_id, created_at',
  session: 'user_id, ends_at, created_at',
  personal_token: 'user_id, token_hash, scopes, created_at',
  calendar_feed: 'user_id, token_hash, created_at',
};

/** Conditions for wrong new rows. `:me` is their creator, `:soon` the end of the longest session, `:began` the start. */
const FORGED: Record<string, string> = {
  user: "instr(roles, 'Admin') or not active or deleted_at is not null or created_at < :began or manager_id <> :me or password_hash = 'x'",
  task: 'creator_id <> :me or created_at < :began or updated_at < :began or ifnull(manager_id, 0) not in (select ifnull(manager_id, 0) from snapshot.user where id = :me union select :me)',
  grocery_item:
    'user_id <> :me or created_at < :began or household_id not in (select ifnull(manager_id, 0) from snapshot.user where id = :me union select :me)',
  message: 'sender_id <> :me or deleted_at is not null or edited_at is not null or sequence = 1',
  conversation: ':me not in (low_user_id, high_user_id) or created_at < :began',
  session: 'ends_at > :soon or expires_at > :soon or generation > 0',
  personal_token: 'user_id <> :me or created_at < :began or last_used_at is not null',
  calendar_feed: 'user_id <> :me or created_at < :began',
};

/** Compares with the snapshot file of `takeSnapshot`. */
export function openOwnedFields(server: Server): OwnedFields {
  const db = openDb(server.file);
  const { $client } = db;
  $client.prepare('attach ? as snapshot').run(join(server.dataDir, 'snapshot.sqlite'));
  const began = Date.now() - 1000;
  const looks = Object.entries(UNCHANGED).map(([table, fields]) => {
    const of = (alias: string) => fields.replaceAll(/\w+/g, field => `${alias}.${field}`);
    const sql = `select exists (
      select 1 from main."${table}" now join snapshot."${table}" was using (id) where (${of('now')}) is not (${of('was')})
      union all
      select 1 from main."${table}" where id not in (select id from snapshot."${table}") and (${FORGED[table]}))`;
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
