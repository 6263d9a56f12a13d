import { type Db, openDb } from '@onus/db/open';

/** The statements of the baseline and of the bare procedures: prepared once, on the same tables and triggers. */
export interface Store {
  find(id: string): TaskRow;
  listToday(user: string): TaskRow[];
  messagesByTime(conversation: string): MessageRow[];
  messagesBySequence(conversation: string, limit: number): MessageRow[];
  countMessages(conversation: string): number;
  /** Each write here is its own commit, which is on the disk when this returns. */
  create(user: string, task: NewTask): TaskRow;
  complete(id: string, completed: boolean): TaskRow;
}

export interface NewTask {
  title: string;
  text: string;
  dueDate: string;
}

export interface TaskRow {
  id: string;
  creatorId: string;
  managerId: string | null;
  title: string;
  text: string;
  dueDate: string;
  dueTime: string | null;
  completed: number;
  recurrenceType: string;
  recurrenceInterval: number;
  recurrenceEndDate: string | null;
  /** JSON. */
  recurrenceDays: string;
  recurrenceEvery: number;
  recurrenceFrom: string;
  recurrenceAnchor: number | null;
  completedAt: number | null;
  completedBy: string | null;
  completer: string | null;
  createdAt: number;
  updatedAt: number;
  assignees: string;
}

export interface MessageRow {
  sequence: number;
  id: string;
  conversationId: string;
  senderId: string;
  text: string;
  timestamp: number;
  lowId: string;
  lowName: string;
  lowEmail: string;
  highId: string;
  highName: string;
  highEmail: string;
}

const TASK = `select t.id, t.creator_id as creatorId, t.manager_id as managerId, t.title, t.text,
  t.due_date as dueDate, t.due_time as dueTime, t.completed, coalesce(s.type, 'none') as recurrenceType,
  coalesce(s.interval, 1) as recurrenceInterval, s.end_date as recurrenceEndDate,
  coalesce(s.days, '[]') as recurrenceDays, coalesce(s.every, 1) as recurrenceEvery,
  coalesce(s.counts_from, 'due') as recurrenceFrom,
  iif(s.counts_from = 'due' and s.type in ('monthly', 'yearly'), s.anchor_day, null) as recurrenceAnchor,
  t.completed_at as completedAt, t.completed_by as completedBy,
  (select username from user where id = t.completed_by) as completer,
  t.created_at as createdAt, t.updated_at as updatedAt,
  (select json_group_array(json_object('id', u.id, 'username', u.username) order by u.username, u.id)
   from task_assignee a join user u on u.id = a.user_id where a.task_id = t.id) as assignees`;

const MESSAGE = `select m.sequence, m.id, m.conversation_id as conversationId, m.sender_id as senderId, m.text,
  m.timestamp, l.id as lowId, l.username as lowName, l.email as lowEmail, h.id as highId,
  h.username as highName, h.email as highEmail
  from message m join conversation c on c.id = m.conversation_id
  join user l on l.id = c.low_user_id join user h on h.id = c.high_user_id where m.conversation_id = ?`;

let made = 0;

/**
 * The database with our pragmas, so that its commits give the same guarantee.
 * @param tuned with a sign before each parameter, without the triggers that no response needs, and with the stored count of
 *   messages. Without the sign SQLite plans a statement with an order or a limit again at each run.
 */
export function openStore(file: string, tuned = false): Store {
  const { $client: client } = openDb(file);
  if (tuned) dropTriggers(client);
  const said = (sql: string) => (tuned ? sql.replaceAll('?', '+?') : sql);
  const list = client.prepare<string[], TaskRow>(
    said(`${TASK} from task_reader r join task t on t.id = r.task_id left join series s on s.id = t.series_id
    where r.user_id = ? and r.own = 1 and r.due_date >= ? and r.due_date < ?
    order by r.due_date, r.task_id`),
  );
  const byId = client.prepare<string[], TaskRow>(
    `${TASK} from task t left join series s on s.id = t.series_id where t.id = ?`,
  );
  const insert = client.prepare(`insert into task
    (id, creator_id, title, text, due_date, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)`);
  const update = client.prepare(`update task set completed = :completed, updated_at = :now,
    completed_at = iif(:completed, :now, null), completed_by = iif(:completed, creator_id, null) where id = :id`);
  const byTime = client.prepare<string[], MessageRow>(
    said(`${MESSAGE} order by m.timestamp desc, m.sequence limit 20`),
  );
  const bySequence = client.prepare<[string, number], MessageRow>(
    said(`${MESSAGE} order by m.sequence desc limit ?`),
  );
  const count = client
    .prepare(
      tuned
        ? 'select message_count from conversation where id = ?'
        : 'select count(*) from message where conversation_id = ?',
    )
    .pluck();

  function find(id: string): TaskRow {
    const row = byId.get(id);
    if (!row) throw new Error(`no task ${id}`);
    return row;
  }

  return {
    find,
    listToday(user) {
      const now = Date.now();
      return list.all(user, dayAt(now), dayAt(now + 86_400_000));
    },
    messagesByTime: conversation => byTime.all(conversation),
    messagesBySequence: (conversation, limit) => bySequence.all(conversation, limit),
    countMessages: conversation => Number(count.get(conversation)),
    create(user, { title, text, dueDate }) {
      const now = Date.now();
      const id = `${now}-${made++}`;
      insert.run(id, user, title, text, new Date(dueDate).toISOString(), now, now);
      return find(id);
    },
    complete(id, completed) {
      update.run({ completed: Number(completed), now: Date.now(), id });
      return find(id);
    },
  };
}

/** Only who reads a task is needed for a list. */
function dropTriggers(client: Db['$client']): void {
  const names = client
    .prepare("select name from sqlite_schema where type = 'trigger' and name not like 'task_reader_%'")
    .pluck()
    .all();
  for (const name of names) client.exec(`drop trigger "${name}"`);
}

function dayAt(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
