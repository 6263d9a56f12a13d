import type { MarkRead, StartConversations } from '@onus/contract/chat';
import { firstMessageName } from '@onus/contract/first-message';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { conversation } from '@onus/db/schema/chat';
import { eq } from 'drizzle-orm';
import { v5, v7 } from 'uuid';
import { DomainError } from '../core/errors.ts';
import { fitting } from '../core/rows/page-size.ts';
import type { Scope } from '../core/scope.ts';
import { mayAnswer, mayStart } from '../people/policy.ts';
import type { PersonRow } from '../people/view.ts';
import { messageById } from './messages.ts';
import { appendMessage, findSent } from './send.ts';
import { findConversation, findPerson, findThread, threadWith } from './threads.ts';
import { type Conversation, textsOfThread } from './view.ts';

/**
 * Writes the same first message to each of several people, in a thread of their own; a pair that has a
 * thread goes on in it (rule 5.6). All of it happens or nothing.
 * @returns the threads in the order of the people, as many of the first as the limit and one page allow. The same call with the
 *   same id and the people after them writes nothing twice and returns the next threads.
 * @throws DomainError BAD_REQUEST when the caller may not write to one of them.
 */
export function startConversations(db: Db, scope: Scope, input: StartConversations): Conversation[] {
  return atomically(db, () => {
    const people = peopleOf(db, scope, input.users);
    const ids = people.map(other => startWith(db, scope, other, input, people.length === 1));
    const threads = ids.slice(0, input.limit).map(id => findConversation(db, scope, id));
    return fitting(threads, textsOfThread);
  });
}

/** Remembers how far the caller has read; never back, never past the end. */
export function markRead(db: Db, scope: Scope, input: MarkRead): Conversation {
  return atomically(db, () => {
    const thread = findThread(db, scope, input.conversationId);
    const read = Math.min(input.sequence, thread.lastSequence);
    if (read <= thread.readSequence) return findConversation(db, scope, thread.id);
    const isLow = thread.lowUserId === scope.userId;
    db.update(conversation)
      .set(isLow ? { lowReadSequence: read } : { highReadSequence: read })
      .where(eq(conversation.id, thread.id))
      .run();
    scope.changed('chat', [scope.userId]);
    return findConversation(db, scope, thread.id);
  });
}

/** Everyone named, each once, without the caller: a client may name both of a pair. */
function peopleOf(db: Db, scope: Scope, named: string[]): PersonRow[] {
  const people = new Map<string, PersonRow>();
  for (const name of named) {
    const person = findPerson(db, scope, name);
    if (!person) throw strangers();
    if (person.id !== scope.userId) people.set(person.id, person);
  }
  if (people.size === 0) throw new DomainError('BAD_REQUEST', 'Choose at least one person');
  return [...people.values()];
}

/**
 * Answers the id of the thread. With several people each thread and each first message gets an id that
 * follows from the client's and the pair, so that a retry finds all of them again, and only its own.
 */
function startWith(
  db: Db,
  scope: Scope,
  other: PersonRow,
  input: StartConversations,
  alone: boolean,
): string {
  const { id: given } = input;
  const wanted = given && !alone ? v5(`${scope.userId} to ${other.id}`, given) : given;
  const existing = threadWith(db, scope, other.id);
  const first = firstMessage(db, scope, other, input);
  if (existing && findSent(db, scope, { ...first, conversationId: existing.id })) return existing.id;
  if (!(existing ? mayAnswer : mayStart)(scope, other)) throw strangers();
  if (wanted && wanted !== existing?.id) demandUnused(db, wanted);
  const conversationId = existing?.id ?? createThread(db, scope, other, wanted);
  appendMessage(db, scope, findThread(db, scope, conversationId), first);
  return conversationId;
}

/** Under an id that the caller has used for this person, the same text is a retry and another one is another message. */
function firstMessage(db: Db, scope: Scope, other: PersonRow, input: StartConversations) {
  const { id: given, message, timestamp } = input;
  const id = given && v5(firstMessageName(scope.userId, other.id), given);
  const earlier = id && messageById(db, scope, id);
  // A text that was edited or deleted since does not tell them apart: then it is a retry.
  const isOther =
    earlier && earlier.text !== message && earlier.editedAt === null && earlier.deletedAt === null;
  return { message, timestamp, id: isOther ? v5(message, id) : id };
}

/** A thread without a message yet: the first is written in the same transaction. */
function createThread(db: Db, scope: Scope, other: PersonRow, id = v7()): string {
  const [lowUserId = '', highUserId = ''] = [scope.userId, other.id].sort();
  const nothing = { lastMessage: '', lastTimestamp: scope.now, lastSequence: 0 };
  db.insert(conversation)
    .values({ id, lowUserId, highUserId, ...nothing, createdAt: scope.now })
    .run();
  return id;
}

/** @throws DomainError CONFLICT for the id of any thread. */
function demandUnused(db: Db, id: string): void {
  const taken = db.select({ id: conversation.id }).from(conversation).where(eq(conversation.id, id)).get();
  if (taken) throw new DomainError('CONFLICT', 'Id is in use');
}

function strangers(): DomainError {
  return new DomainError('BAD_REQUEST', 'You can only write to people of your household');
}
