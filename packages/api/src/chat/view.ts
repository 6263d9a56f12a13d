import { participantsOf } from '@onus/contract/chat';
import type { message } from '@onus/db/schema/chat';
import { isActive } from '../core/policy.ts';
import type { Scope } from '../core/scope.ts';
import { mayAnswer } from '../people/policy.ts';
import { type Person, type PersonRow, personOf } from '../people/view.ts';
import { mayChange } from './policy.ts';

/** A thread as one of its two sees it. Times are epoch milliseconds, here and below (rule 6). */
export interface Conversation {
  id: string;
  /** The other of the two. */
  with: Person & { active: boolean };
  /** Both, in the same order for both. */
  users: [Person, Person];
  /** Their two emails in one string (rule 13). */
  participants: string;
  /** Empty when the last message was deleted. */
  lastMessage: string;
  timestamp: number;
  /** Increases with every message on the server. It orders the list and resumes a stream. */
  lastSequence: number;
  /** Messages of the other that the caller has not read; counted up to 999. */
  unread: number;
  /** What the caller may do, so that the app repeats no rule (architecture rule 6). */
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
  messageCount: number;
  readSequence: number;
  other: PersonRow;
}

export type MessageRow = typeof message.$inferSelect;

export function viewOfThread(scope: Scope, row: ThreadRow & { unread: number }): Conversation {
  const { id, lastMessage, timestamp, lastSequence, unread, other } = row;
  const [me, them] = [callerOf(scope), personOf(other)];
  const users: [Person, Person] = row.lowUserId === me.id ? [me, them] : [them, me];
  return {
    id,
    with: { ...them, active: isActive(other) },
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

function callerOf({ userId, username, email }: Scope): Person {
  return { id: userId, username, email };
}

export function textsOfMessage({ message, sender, receiver }: Message): string[] {
  // Without a spread: this runs for each row of each page.
  return [message, sender.username, sender.email, receiver.username, receiver.email];
}

/** Both of the two stand in it twice, and their emails once more. */
export function textsOfThread({ lastMessage, users }: Conversation): string[] {
  const people = users.flatMap(({ username, email }) => [username, email]);
  return [lastMessage, ...people, ...people];
}
