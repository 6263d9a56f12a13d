import type { Db } from '@onus/db/open';
import type { Size } from '../../proof.ts';

/** Rows of an installation at the size of reference, or of a small one for the tests. */
const SIZES = {
  full: { users: 10_000, tasks: 50_000, messages: 200_000 },
  short: { users: 1_000, tasks: 2_000, messages: 4_000 },
};

/** The most expensive letters to compare: one expands to eighteen, four-byte letters, and many combined in one. */
const COSTLY = ['\ufdfa', '\u{1f469}', 'e\u0301'];

/** A household with members, tasks with the longest texts of the costliest letters, and long threads. */
export function fillForReference({ $client: client }: Db, size: Size, boss: string): void {
  const { users, tasks, messages } = SIZES[size];
  const letters = COSTLY.map(letter => letter.repeat(5_000 / letter.length));
  client.transaction(() => {
    const person = client.prepare(`insert into user
      (id, username, email, roles, active, manager_id, created_at, updated_at) values (?, ?, ?, ?, 1, ?, 0, 0)`);
    for (let n = 0; n < users; n++)
      person.run(`u${n}`, `Zo\u00eb ${n}`, `u${n}@example.com`, 'Employee', boss);
    const task = client.prepare(`insert into task
      (id, creator_id, manager_id, title, text, due_date, completed, created_at, updated_at)
      values (?, ?, ?, ?, ?, ?, 0, 0, 0)`);
    for (let n = 0; n < tasks; n++) {
      const due = new Date(Date.UTC(2024, 0, 1) + (n % 900) * 86_400_000).toISOString();
      const creator = n < 1_000 ? boss : `u${n % users}`;
      task.run(`t${n}`, creator, boss, `Chore ${n}`, n < 1_000 ? letters[n % letters.length] : '', due);
    }
    const thread = client.prepare(`insert into conversation
      (id, low_user_id, high_user_id, last_message, last_timestamp, last_sequence, low_read_sequence,
      high_read_sequence, created_at) values (?, ?, ?, '', 0, 0, 0, 0, 0)`);
    for (let n = 0; n < 100; n++) thread.run(`c${n}`, ...[boss, `u${n}`].sort());
    const message = client.prepare(
      'insert into message (conversation_id, id, sender_id, text, timestamp) values (?, ?, ?, ?, ?)',
    );
    for (let n = 0; n < messages; n++) {
      const text = n < 1_000 ? (letters[n % letters.length] ?? '').slice(0, 4_000) : 'Hello';
      const sender = n % 4 === 0 ? `u${n % 100}` : n % 2 === 0 ? 'u0' : boss;
      message.run(`c${n % 4 === 0 ? n % 100 : 0}`, `m${n}`, sender, text, n);
    }
    client.exec(`update conversation set last_sequence =
      (select coalesce(max(sequence), 0) from message where conversation_id = conversation.id)`);
    const item =
      client.prepare(`insert into grocery_item (id, household_id, user_id, name, count, price_cents,
      purchased, created_at, updated_at) values (?, ?, ?, ?, 1, 0, 0, ?, 0)`);
    for (let n = 0; n < 1_000; n++) item.run(`g${n}`, boss, boss, '\u{1f469}'.repeat(60), n);
  })();
  client.exec('analyze');
}

/** Ids of the people of one large team. */
export interface LargeTeam {
  /** Manages 10,000 tasks. */
  head: string;
  /** A member with 5,000 of them assigned, who created 2,500 others. */
  worker: string;
  /** The other members. */
  others: readonly string[];
}

const TEAM = { tasks: 10_000, assigned: 5_000, items: 1_000 };

/** The tasks and groceries of a large team. Its people are there already. */
export function fillTeam({ $client: client }: Db, { head, worker, others }: LargeTeam): void {
  client.transaction(() => {
    const task = client.prepare(`insert into task
      (id, creator_id, manager_id, title, due_date, completed, created_at, updated_at)
      values (?, ?, ?, ?, ?, 0, 0, 0)`);
    const assign = client.prepare('insert into task_assignee (task_id, user_id) values (?, ?)');
    for (let n = 0; n < TEAM.tasks; n++) {
      const isAssigned = n % (TEAM.tasks / TEAM.assigned) === 0;
      const members = [worker, ...others];
      const creator = isAssigned ? head : n % 4 === 1 ? worker : (members[n % members.length] ?? head);
      const due = new Date(Date.UTC(2024, 0, 1) + (n % 900) * 86_400_000).toISOString();
      task.run(`${head} ${n}`, creator, head, `Job ${n}`, due);
      if (isAssigned) assign.run(`${head} ${n}`, worker);
    }
    const item =
      client.prepare(`insert into grocery_item (id, household_id, user_id, name, count, price_cents,
      purchased, created_at, updated_at) values (?, ?, ?, 'Milk', 1, 0, 0, ?, 0)`);
    for (let n = 0; n < TEAM.items; n++) item.run(`${head} ${n}`, head, worker, n);
  })();
  client.exec('analyze');
}
