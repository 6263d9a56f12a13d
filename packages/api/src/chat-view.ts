import { participantsOf } from '@onus/contract/chat';
import type { Role } from '@onus/contract/role';
import type { message } from '@onus/db/schema/chat';
import { isReachable, mayAnswer, mayChange } from './chat/policy.ts';
import { cutToFit, fitting } from './page-size.ts';
import type { Scope } from './scope.ts';

/** A person to write to. */
export interface Person {
  id: string;
  username: string;
  email: string;
}

/** A thread as one of its two sees it. Times are epoch milliseconds, here and below (decision 6). */
export interface Conversation {
  id: string;
  /** The other of the two. */
  with: Person & { active: boolean };
  /** Both, in the same order for both. */
  users: [Person, Person];
  /** Their two emails in one string (spec 3). */
  participants: string;
  /** Empty when the last message was deleted. */
  lastMessage: string;
  timestamp: number;
  /** Grows with every message of anybody: the order of the list, and where a stream goes on. */
  lastSequence: number;
  /** Messages of the other that the caller has not read; counted up to 999. */
  unread: number;
  /** What the caller may do, so that the app repeats no rule (law 6). */
  may: { send: boolean };
}

export interface Message {
  sequence: number;
  id: string;
  conversationId: string;
  sender: Person;
  receiver: Person;
  /** Empty once deleted: a stub stays. */
  message: string;
  timestamp: number;
  editedAt: number | null;
  deleted: boolean;
  may: { edit: boolean; delete: boolean };
}

/** A thread as the database holds it, with the other of the two. */
export interface ThreadRow {
  id: string;
  lowUserId: string;
  lastMessage: string;
  timestamp: number;
  lastSequence: number;
  readSequence: number;
  other: PersonRow;
}

/** A person with all that a policy asks about them. */
export interface PersonRow extends Person {
  roles: Role[];
  managerId: string | null;
  active: boolean;
  deletedAt: number | null;
}

export type MessageRow = typeof message.$inferSelect;

/** One page of a list, newest first. */
export interface Page<Row, Place = number> {
  items: Row[];
  nextCursor: Place | null;
}

/** A list as json-server answers it: the part asked for, and how many there are. */
export interface Found<Row, Place = string> {
  rows: Row[];
  total: number;
  /** Where the part goes on, when one response does not hold it; null when it does. */
  nextCursor: Place | null;
}

export function viewOfThread(scope: Scope, row: ThreadRow & { unread: number }): Conversation {
  const { id, lastMessage, timestamp, lastSequence, unread, other } = row;
  const [me, them] = [callerOf(scope), personOf(other)];
  const users: [Person, Person] = row.lowUserId === me.id ? [me, them] : [them, me];
  return {
    id,
    with: { ...them, active: isReachable(other) },
    users,
    participants: participantsOf(users[0].email, users[1].email),
    lastMessage,
    timestamp,
    lastSequence,
    unread,
    may: { send: mayAnswer(scope, other) },
  };
}

/** How the messages of a thread are seen by one of its two. */
export function viewOfMessage(
  scope: Scope,
  thread: Readonly<ThreadRow>,
): (row: Omit<MessageRow, 'conversationId'>) => Message {
  const [me, them] = [callerOf(scope), personOf(thread.other)];
  return row => {
    const mine = row.senderId === me.id;
    const deleted = row.deletedAt !== null;
    const may = mayChange(scope, row) && !deleted;
    return {
      sequence: row.sequence,
      id: row.id,
      conversationId: thread.id,
      sender: mine ? me : them,
      receiver: mine ? them : me,
      message: row.text,
      timestamp: row.timestamp,
      editedAt: row.editedAt,
      deleted,
      may: { edit: may, delete: may },
    };
  };
}

export function personOf({ id, username, email }: Person): Person {
  return { id, username, email };
}

function callerOf({ userId, username, email }: Scope): Person {
  return { id: userId, username, email };
}

/**
 * One row more than the page holds was read, to know whether another page follows. The page is shorter when its
 * rows do not fit in one response.
 * @param texts the texts of a row that its writers choose.
 */
export function pageOf<Row, Place = number>(
  read: Row[],
  limit: number,
  placeOf: (row: Row) => Place,
  texts?: (row: Row) => readonly string[],
): Page<Row, Place> {
  const items = read.slice(0, limit);
  const last = read.length > limit ? items.at(-1) : undefined;
  return cutToFit({ items, nextCursor: last ? placeOf(last) : null }, placeOf, texts);
}

/**
 * As many rows of a part as one response holds, with the ids of the others: they are asked for by these, so
 * that nothing is lost or doubled when the list changes in between.
 */
export function foundOf<Row extends { id: string }>(
  read: Row[],
  total: number,
  texts: (row: Row) => readonly string[],
): Found<Row, string[]> {
  const rows = fitting(read, texts);
  const rest = read.slice(rows.length).map(row => row.id);
  return { rows, total, nextCursor: rest.length > 0 ? rest : null };
}

export function textsOfMessage({ message, sender, receiver }: Message): string[] {
  return [message, ...textsOfPeople([sender, receiver])];
}

/** Both of the two stand in it twice, and their emails once more. */
export function textsOfThread({ lastMessage, users }: Conversation): string[] {
  const people = textsOfPeople(users);
  return [lastMessage, ...people, ...people];
}

function textsOfPeople(people: readonly Person[]): string[] {
  return people.flatMap(({ username, email }) => [username, email]);
}
