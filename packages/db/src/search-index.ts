import type { Db } from './open.ts';
import type { SearchKind } from './schema/search.ts';
import { statementOf } from './statements/statement.ts';

/** Rows per slice. It takes 3 ms, 20 with the longest texts, and up to 20 more where SQLite merges parts of the index. */
const SLICE = 25;

/** Before the id of a person in the index. No one types it, so the start of an id is the start of no word. */
const MARK = '\u{e000}';

/** How a person is named in the column `who` of an index. */
export function searchNameOf(userId: string): string {
  return MARK + userId.replaceAll('-', '');
}

/** True while the index lacks words of some rows. */
export function hasUnindexed(db: Db): boolean {
  return statementOf(db, 'select 1 from search_queue limit 1').get() !== undefined;
}

/** Updates the index for some rows, the newest first, in the caller's transaction. */
export function indexSlice(db: Db, most = SLICE): void {
  const rows = statementOf<{ kind: SearchKind; row: number }>(db, NEXT).all(most);
  // FTS5 writes to disk wherever a row follows one with a higher number.
  for (const { kind, row } of rows.reverse()) {
    statementOf(db, `delete from ${kind}_words where rowid = ?`).run(row);
    statementOf(db, ADD[kind]).run(row);
    statementOf(db, 'delete from search_queue where kind = ? and row = ?').run(kind, row);
  }
}

const NEXT = 'select kind, row from search_queue order by kind desc, row desc limit +?';

/** Nothing is added for a row that is gone, or that no one sees. */
const ADD: Record<SearchKind, string> = {
  task: `insert into task_words (rowid, who, words)
    select rowid, (select group_concat(${nameOf('user_id')}, ' ') from task_reader r where r.task_id = task.id),
      spelled(title || char(10) || text) from task where rowid = ? and deleted_at is null`,
  item: `insert into item_words (rowid, who, words)
    select rowid, ${nameOf('household_id')}, spelled(name) from grocery_item where rowid = ?`,
  message: `insert into message_words (rowid, who, words)
    select m.sequence, ${nameOf('c.low_user_id')} || ' ' || ${nameOf('c.high_user_id')}, spelled(m.text)
    from message m join conversation c on c.id = m.conversation_id where m.sequence = ? and m.deleted_at is null`,
};

/** `searchNameOf` in SQL. */
function nameOf(column: string): string {
  return `'${MARK}' || replace(${column}, '-', '')`;
}
