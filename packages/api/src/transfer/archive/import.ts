import { withPlain } from '@onus/contract/task';
import type { ExportFile } from '@onus/contract/transfer/export-schema';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { groceryItem } from '@onus/db/schema/grocery';
import { series, task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { record } from '../../core/audit/record.ts';
import { householdOf, type SystemScope } from '../../core/scope.ts';
import { type IssuedLink, issueLink } from '../../link/issue.ts';
import { additions, removeNames } from './additions.ts';

/** An account that came with an import. No password travels: its owner sets one by the link. */
export interface ImportedAccount {
  username: string;
  email: string;
  /** None for an account that is not active. */
  link: IssuedLink | null;
}

const NO_ACCOUNT = { roles: ['User' as const], active: true, timeZone: null };

/**
 * Adds an export to an install, in one transaction: every id, time and place in a series or a thread as it
 * was. Who is a name alone becomes an account that was deleted: the name stays where it stood, and no one
 * can log in to it or write to it.
 * @throws DomainError CONFLICT when someone of the export has an account here already.
 */
export function importArchive(db: Db, scope: SystemScope, whole: ExportFile): ImportedAccount[] {
  return atomically(db, () => {
    const file = additions(db, scope, whole);
    // A member may stand before their manager in the file. All is checked when the transaction ends.
    db.run(sql`pragma defer_foreign_keys = on`);
    removeNames(db, scope, file);
    insertAll(db, user, people(scope, file));
    insertAll(db, series, seriesRows(file));
    insertAll(db, task, file.tasks.map(taskRow));
    insertAll(db, taskAssignee, assignees(file));
    insertAll(db, groceryItem, groceries(file));
    insertAll(db, conversation, conversations(file));
    insertAll(db, message, file.messages.map(messageRow));
    return accounts(db, scope, file);
  });
}

function accounts(db: Db, scope: SystemScope, { people: all }: ExportFile): ImportedAccount[] {
  return all.flatMap(({ id, username, email, account }) => {
    if (!account || username === null || email === null) return [];
    if (account.roles.includes('Admin')) record(db, scope, 'admin.created', { subject: { id, username } });
    return [{ username, email, link: account.active ? issueLink(db, scope, id, 'activation') : null }];
  });
}

function people({ now }: SystemScope, file: ExportFile): (typeof user.$inferInsert)[] {
  return file.people.map(({ id, username, email, manager: managerId, account }) => {
    const known = { id, username: username ?? 'Someone', email: email ?? '', managerId, updatedAt: now };
    return account
      ? { ...known, ...account, createdAt: Date.parse(account.createdAt), deletedAt: null }
      : { ...known, ...NO_ACCOUNT, createdAt: now, deletedAt: now };
  });
}

/** One of each: its tasks say the same of it. */
function seriesRows({ tasks }: ExportFile): (typeof series.$inferInsert)[] {
  const rows = new Map<string, typeof series.$inferInsert>();
  for (const one of tasks) {
    const { series: id, recurrenceType: type, firstDay, anchorDay, ended } = one;
    if (id === null || type === 'none' || firstDay === null || anchorDay === null) continue;
    const { creator: creatorId, recurrenceInterval: interval, recurrenceEndDate: endDate } = one;
    const createdAt = Math.min(rows.get(id)?.createdAt ?? Infinity, Date.parse(one.createdAt));
    const stamps = { createdAt, updatedAt: createdAt };
    const { recurrenceDays: days, recurrenceEvery: every, recurrenceFrom: countsFrom } = one;
    const rhythm = { type, interval, days, every, countsFrom };
    rows.set(id, { id, creatorId, ...rhythm, endDate, firstDay, anchorDay, ended, ...stamps });
  }
  return [...rows.values()];
}

function taskRow(row: ExportFile['tasks'][number]): typeof task.$inferInsert {
  const { id, scheduledDay, unclaimed } = row;
  return withPlain(row, {
    id,
    scheduledDay,
    unclaimed,
    completedAt: row.completedAt === null ? null : Date.parse(row.completedAt),
    completedBy: row.completedBy,
    creatorId: row.creator,
    managerId: row.manager,
    seriesId: row.series,
    followsId: row.follows,
    ...stampsOf(row),
  });
}

function assignees({ tasks }: ExportFile): (typeof taskAssignee.$inferInsert)[] {
  return tasks.flatMap(row => row.assignees.map(userId => ({ taskId: row.id, userId })));
}

function groceries({
  owner,
  people: all,
  groceries: items,
}: ExportFile): (typeof groceryItem.$inferInsert)[] {
  const head = all.find(one => one.id === owner);
  const householdId = householdOf({
    id: owner,
    roles: head?.account?.roles ?? [],
    managerId: head?.manager ?? null,
  });
  return items.map(({ user: userId, ...item }) => ({ ...item, userId, householdId, ...stampsOf(item) }));
}

/** What a thread list shows of a thread is what its last message says. */
function conversations(file: ExportFile): (typeof conversation.$inferInsert)[] {
  const newest = new Map<string, ExportFile['messages'][number]>();
  for (const one of file.messages) {
    if ((newest.get(one.conversation)?.sequence ?? 0) < one.sequence) newest.set(one.conversation, one);
  }
  return file.conversations.map(({ id, users, read, createdAt }) => {
    const [lowUserId = '', highUserId = ''] = users.toSorted();
    const last = newest.get(id);
    const readBy = (reader: string) => read.find(mark => mark.user === reader)?.sequence ?? 0;
    return {
      id,
      lowUserId,
      highUserId,
      lastMessage: last?.text ?? '',
      lastTimestamp: Date.parse(last?.timestamp ?? createdAt),
      lastSequence: last?.sequence ?? 0,
      lowReadSequence: readBy(lowUserId),
      highReadSequence: readBy(highUserId),
      createdAt: Date.parse(createdAt),
    };
  });
}

function messageRow(row: ExportFile['messages'][number]): typeof message.$inferInsert {
  const { sequence, id, conversation: conversationId, sender: senderId, text } = row;
  return {
    sequence,
    id,
    conversationId,
    senderId,
    text,
    timestamp: Date.parse(row.timestamp),
    editedAt: row.editedAt === null ? null : Date.parse(row.editedAt),
    deletedAt: row.deletedAt === null ? null : Date.parse(row.deletedAt),
  };
}

function stampsOf(row: { createdAt: string; updatedAt: string }) {
  return { createdAt: Date.parse(row.createdAt), updatedAt: Date.parse(row.updatedAt) };
}

/** One statement for all rows: they name the same columns. */
function insertAll<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): void {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const places = Object.fromEntries(columns.map(name => [name, sql.placeholder(name)]));
  const statement = db
    .insert(table)
    .values(places as Table['$inferInsert'])
    .prepare();
  for (const row of rows) statement.run(row);
}
