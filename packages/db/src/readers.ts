import type { Db } from './open.ts';
import { statementOf } from './statements/statement.ts';

interface Reader {
  taskId: string;
  userId: string;
  own: number;
  managed: number;
  completed: number;
  dueDate: string;
}

/** The stored readers of the tasks. */
export function readersOf(db: Db, ids: readonly string[]): string[] {
  const text = 'select distinct user_id from task_reader where task_id in (select value from json_each(?))';
  return statementOf(db, text).pluck().all(JSON.stringify(ids)) as string[];
}

/**
 * Updates the readers of some tasks to match the rule, and writes only differences.
 * @returns the users whose tasks or lists changed.
 */
export function rereadTasks(db: Db, ids: readonly string[]): Set<string> {
  const changed = new Set<string>();
  if (ids.length === 0) return changed;
  const all = JSON.stringify(ids);
  const kept = byKey(statementOf<Reader>(db, KEPT).all(all));
  const ruled = byKey(statementOf<Reader>(db, RULED).all(all));
  for (const [key, { taskId, userId }] of kept) {
    if (ruled.has(key)) continue;
    statementOf(db, 'delete from task_reader where task_id = ? and user_id = ?').run(taskId, userId);
    changed.add(userId);
  }
  for (const [key, { taskId, userId, own, managed, completed, dueDate }] of ruled) {
    const before = kept.get(key);
    if (before?.own === own && before.managed === managed) continue;
    statementOf(db, PUT).run(taskId, userId, own, managed, completed, dueDate);
    changed.add(userId);
  }
  return changed;
}

const COLUMNS = 'task_id as taskId, user_id as userId, own, managed, completed, due_date as dueDate';
const KEPT = `select ${COLUMNS} from task_reader where task_id in (select value from json_each(?))`;
/** Without GROUP BY SQLite reads only these tasks. */
const RULED = `select ${COLUMNS} from task_reader_rule where task_id in (select value from json_each(?))`;
const PUT = `insert into task_reader values (?, ?, ?, ?, ?, ?)
  on conflict (task_id, user_id) do update set own = excluded.own, managed = excluded.managed`;

/** A person can read a task for several reasons, each with its own list. */
function byKey(rows: readonly Reader[]): Map<string, Reader> {
  const found = new Map<string, Reader>();
  for (const row of rows) {
    const key = `${row.taskId} ${row.userId}`;
    const { own, managed } = found.get(key) ?? row;
    found.set(key, { ...row, own: Math.max(own, row.own), managed: Math.max(managed, row.managed) });
  }
  return found;
}
