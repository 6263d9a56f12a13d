import { type Row, readCopy } from '../../lib/server/database-copy.ts';

/** Finds changes of several rows that are stored in part, one query for each kind of change. */
const PARTIAL_CHANGES: Record<string, string> = {
  'a conversation without its message': `
    select conversation.id from conversation left join message on sequence = last_sequence
    where message.id is null or message.text <> last_message`,
  'a message that its conversation does not know': `
    select message.id from message join conversation on conversation.id = conversation_id
    where sequence > last_sequence`,
  'completed without the next occurrence, or the other way round': `
    select title from task where title like 'series %' group by title
    having count(*) <> 1 + sum(completed) or sum(completed) > 1`,
  'an occurrence without its people': `
    select title from task where title like 'series %' and id not in (select task_id from task_assignee)`,
  'a user who is deleted in part': `
    select email from user where username = 'Leaver' and not (
      (deleted_at is null and password_hash is not null and sessions = 1 and links = 1) or
      (deleted_at is not null and password_hash is null and sessions = 0 and links = 0))`,
  'a link that is redeemed in part': `
    select email from user where username = 'Newcomer' and not (
      (links > 0 and used = 0 and sessions > 0 and updated_at = created_at) or
      (links = 0 and used = 1 and earlier = 0 and updated_at >= used_at) or
      (links = 0 and used = 0 and updated_at > created_at))`,
};

/** Users as these queries see them. A user may sign in after using a link, and the next start removes the link. */
const USERS = `
  select user.*,
    (select count(*) from session where user_id = user.id) sessions,
    (select count(*) from session join credential_link using (user_id)
      where user_id = user.id and session.created_at < used_at) earlier,
    (select count(*) from credential_link where user_id = user.id and used_at is null) links,
    (select count(*) from credential_link where user_id = user.id and used_at is not null) used,
    (select max(used_at) from credential_link where user_id = user.id) used_at
  from user`;

export function partialChangesIn(file: string): Promise<string[]> {
  return readCopy(file, rows =>
    Object.entries(PARTIAL_CHANGES).flatMap(([what, query]) =>
      rows(query.replace(/\bfrom user\b/, `from (${USERS})`)).map(row => `${what}: ${wordsOf(row)}`),
    ),
  );
}

function wordsOf(row: Row): string {
  return Object.values(row).join(' ');
}
