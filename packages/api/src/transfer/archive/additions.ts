import type { ExportFile } from '@onus/contract/transfer/export-schema';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { groceryItem } from '@onus/db/schema/grocery';
import { task } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { DomainError } from '../../core/errors.ts';
import type { SystemScope } from '../../core/scope.ts';
import { isReserved } from '../../people/emails.ts';

/**
 * The part of an export that an install does not have: two households that share a task or a thread both
 * name it. Its messages come after those of the install, in their order.
 * @throws DomainError CONFLICT when someone of the export has an account here already, or it speaks for someone who has.
 */
export function additions(db: Db, scope: SystemScope, file: ExportFile): ExportFile {
  refuseAccounts(db, scope, file);
  refuseMembers(db, file);
  const isNew = <Row extends { id: string }>(table: Table, rows: readonly Row[]) => {
    const known = knownIn(db, table, rows);
    return rows.filter(({ id }) => !known.has(id));
  };
  const names = file.people.filter(one => !one.account);
  const tasks = isNew(task, file.tasks);
  const conversations = isNew(conversation, file.conversations);
  const named = [
    ...tasks.flatMap(one => [one.creator, ...one.assignees]),
    ...conversations.flatMap(one => one.users),
  ];
  refuseWords(db, named);
  const threads = new Set(conversations.map(({ id }) => id));
  const last =
    db
      .select({ sequence: max(message.sequence) })
      .from(message)
      .get()?.sequence ?? 0;
  return {
    ...file,
    people: [...isNew(user, names), ...file.people.filter(one => one.account)],
    tasks: withoutManagers(db, tasks),
    groceries: isNew(groceryItem, file.groceries),
    conversations: conversations.map(one => ({
      ...one,
      read: one.read.map(mark => ({ ...mark, sequence: mark.sequence && mark.sequence + last })),
    })),
    messages: file.messages
      .filter(one => threads.has(one.conversation))
      .map(one => ({ ...one, sequence: one.sequence + last })),
  };
}

/** Of those who come with an account and were names until now. Their rows come back with the import. */
export function removeNames(db: Db, _scope: SystemScope, { people }: ExportFile): void {
  const accounts = people.filter(one => one.account).map(one => one.id);
  db.delete(user)
    .where(and(isAmong(user.id, accounts), isNotNull(user.deletedAt)))
    .run();
}

function refuseAccounts(db: Db, scope: SystemScope, { people }: ExportFile): void {
  const accounts = people.filter(one => one.account);
  const ids = accounts.map(({ id }) => id);
  const emails = accounts.map(({ email }) => email);
  const taken = accountsBy(db, user.id, ids)[0] ?? accountsBy(db, user.email, emails)[0];
  if (taken) throw new DomainError('CONFLICT', `${taken.email} has an account here`);
  const reserved = accounts.find(({ email }) => email !== null && isReserved(db, scope, email, null));
  if (!reserved) return;
  const why = `someone who has an account here may still take ${reserved.email} back`;
  throw new DomainError('CONFLICT', why);
}

/** A member sees the list and the people of a household. A file that was edited could name any manager. */
function refuseMembers(db: Db, { people }: ExportFile): void {
  const accounts = people.filter(one => one.account);
  const managers = accounts.map(({ manager }) => manager);
  const [head] = accountsBy(db, user.id, managers);
  if (head) {
    const member = accounts[managers.indexOf(head.id)];
    const why = `it makes ${member?.email} a member of ${head.email}, who has an account here`;
    throw new DomainError('CONFLICT', why);
  }
  const ids = accounts.map(({ id }) => id);
  const [member] = accountsBy(db, user.managerId, ids);
  if (!member) return;
  throw new DomainError('CONFLICT', `${member.email}, who has an account here, is a member of someone in it`);
}

/**
 * Who has an account came with their own tasks and threads. Others can edit a file, so that it says what these people
 * never wrote.
 */
function refuseWords(db: Db, ids: readonly string[]): void {
  const [speaker] = accountsBy(db, user.id, ids);
  if (!speaker) return;
  const said = `it has a task or a conversation that ${speaker.email}, who has an account here, does not have`;
  throw new DomainError('CONFLICT', said);
}

/** A manager who has an account here has no member in the file, so none of its tasks is in their area. */
function withoutManagers(db: Db, tasks: ExportFile['tasks']): ExportFile['tasks'] {
  const managers = tasks.map(({ manager }) => manager);
  const heads = new Set(accountsBy(db, user.id, managers).map(({ id }) => id));
  return tasks.map(one => (one.manager && heads.has(one.manager) ? { ...one, manager: null } : one));
}

/** Those who have an account here, of the people whose `column` has one of the values. */
function accountsBy(
  db: Db,
  column: SQLiteColumn,
  values: readonly (string | null)[],
): { id: string; email: string | null }[] {
  return db
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(and(isAmong(column, values), isNull(user.deletedAt)))
    .all();
}

type Table = SQLiteTable & { id: SQLiteColumn };

function knownIn(db: Db, table: Table, rows: readonly { id: string }[]): Set<unknown> {
  const ids = rows.map(({ id }) => id);
  const known = db.select({ id: table.id }).from(table).where(isAmong(table.id, ids)).all();
  return new Set(known.map(({ id }) => id));
}

function isAmong(column: SQLiteColumn, values: readonly (string | null)[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}
