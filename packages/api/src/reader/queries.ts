import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * After a change of who manages, readers are renewed in slices. Until that is done, a row counts as far as the
 * rule agrees with it: `task_reader_rule` for one reader of one task, which SQLite cannot find through that view
 * without reading all of it. At all other times nothing is looked at.
 */
export function countsNow(
  taskId: 'r.task_id' | 'place.task_id' | 'task_reader.task_id',
  reader: SQLWrapper,
): SQL {
  return sql`((select min(id) from pending_change) is null or exists (
    select 1 from task t where t.id = ${sql.raw(taskId)} and t.deleted_at is null and (t.creator_id = ${reader}
      or (select m.user_id from task_manager m where m.task_id = t.id) = ${reader}
      or exists (select 1 from task_assignee a join user u on u.id = a.user_id where a.task_id = t.id
        and (u.id = ${reader} or (select l.id from leader l where l.id = u.manager_id) = ${reader})))))`;
}
