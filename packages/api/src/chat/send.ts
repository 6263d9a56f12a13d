import type { EditMessage, SendMessage } from '@onus/contract/chat';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { v7 as uuid } from 'uuid';
import { DomainError, permit } from '../core/errors.ts';
import { queueNotice } from '../core/notify/queue.ts';
import type { Scope } from '../core/scope.ts';
import { forgetEdits, type Overwriting, recordEdits } from '../edits/record.ts';
import { mayAnswer } from '../people/policy.ts';
import { findMessage, identicalMessage, messageById } from './messages.ts';
import { mayChange } from './policy.ts';
import { findThread } from './threads.ts';
import { type Message, type MessageRow, type ThreadRow, viewOfMessage } from './view.ts';

const NOT_SENDER = 'Only its sender may change a message';

/** Sends into a thread; a retry answers the message that exists (rules 4.10 and 6). */
export function sendMessage(db: Db, scope: Scope, input: SendMessage): Message {
  return atomically(db, () => {
    const thread = findThread(db, scope, input.conversationId);
    const sent = findSent(db, scope, input);
    if (sent) return sent;
    permit(mayAnswer(scope, thread.other), 'You can no longer write to this person');
    return appendMessage(db, scope, thread, input);
  });
}

/**
 * What an earlier try of the same sending made: the caller's message of the same id, or, where the client
 * gave the timestamp, the one that is identical.
 * @throws DomainError CONFLICT for an id that another person has used.
 */
export function findSent(db: Db, scope: Scope, input: SendMessage): Message | undefined {
  const { id, timestamp } = input;
  const sameId = id === undefined ? undefined : messageById(db, scope, id);
  if (sameId && sameId.senderId !== scope.userId) throw new DomainError('CONFLICT', 'Id is in use');
  const sent = sameId ?? (timestamp === undefined ? undefined : identicalMessage(db, scope, input));
  return sent && viewOfMessage(scope, findThread(db, scope, sent.conversationId))(sent);
}

/** Writes a message at the end of a thread and moves the thread up; for a transaction that is open. */
export function appendMessage(
  db: Db,
  scope: Scope,
  thread: ThreadRow,
  { id = uuid(), message: text, timestamp = scope.now }: Omit<SendMessage, 'conversationId'>,
): Message {
  const row = insertMessage(db).get({
    id,
    conversationId: thread.id,
    senderId: scope.userId,
    text,
    timestamp,
  });
  moveThread(db).run({ id: thread.id, text, timestamp, sequence: row.sequence, me: scope.userId });
  scope.changed('chat', [scope.userId, thread.other.id]);
  queueNotice(db, scope, thread.other.id, { kind: 'message', objectId: thread.id, part: row.id });
  return viewOfMessage(scope, thread)(row);
}

/** Changes the text of one's own message. */
export function editMessage(db: Db, scope: Scope, input: EditMessage): Message & Overwriting {
  return atomically(db, () => {
    const { row, thread } = findMessage(db, scope, input.id);
    permit(mayChange(scope, row), NOT_SENDER);
    if (row.deletedAt !== null) throw new DomainError('CONFLICT', 'This message was deleted');
    if (row.text === input.message || input.was?.message === input.message) {
      return viewOfMessage(scope, thread)(row);
    }
    const { was } = input;
    const unseen = was?.message !== undefined && was.message !== row.text ? ['message'] : [];
    const edited = { kind: 'message', objectId: row.id } as const;
    const overwrote = recordEdits(db, scope, edited, { message: row.text }, unseen);
    const written = rewrite(db, scope, thread, row, { text: input.message, editedAt: scope.now });
    return { ...written, ...(overwrote.length > 0 ? { overwrote } : {}) };
  });
}

/** Empties one's own message; a stub stays in its place (rule 3). Twice is the same as once. */
export function deleteMessage(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    const { row, thread } = findMessage(db, scope, id);
    permit(mayChange(scope, row), NOT_SENDER);
    if (row.deletedAt !== null) return { id };
    rewrite(db, scope, thread, row, { text: '', deletedAt: scope.now });
    forgetEdits(db, scope, 'message', id);
    recordEdits(db, scope, { kind: 'message', objectId: id }, { deleted: false });
    return { id };
  });
}

function rewrite(
  db: Db,
  scope: Scope,
  thread: ThreadRow,
  row: MessageRow,
  changes: Partial<MessageRow> & { text: string },
): Message {
  db.update(message).set(changes).where(eq(message.sequence, row.sequence)).run();
  // The thread list shows the last message: it changes with it.
  db.update(conversation)
    .set({ lastMessage: changes.text })
    .where(and(eq(conversation.id, thread.id), eq(conversation.lastSequence, row.sequence)))
    .run();
  for (const topic of ['chat', 'message'] as const) scope.changed(topic, [scope.userId, thread.other.id]);
  return viewOfMessage(scope, thread)({ ...row, ...changes });
}

const insertMessage = prepared(getTableColumns(message), (db, columns) =>
  db
    .insert(message)
    .values({
      id: sql.placeholder('id'),
      conversationId: sql.placeholder('conversationId'),
      senderId: sql.placeholder('senderId'),
      text: sql.placeholder('text'),
      timestamp: sql.placeholder('timestamp'),
    })
    .returning(columns),
);

const moveThread = preparedWrite(db =>
  db
    .update(conversation)
    .set({
      lastMessage: sql`${sql.placeholder('text')}`,
      lastTimestamp: sql`${sql.placeholder('timestamp')}`,
      lastSequence: sql`${sql.placeholder('sequence')}`,
      lowReadSequence: readAfterSending(conversation.lowUserId, conversation.lowReadSequence),
      highReadSequence: readAfterSending(conversation.highUserId, conversation.highReadSequence),
    })
    .where(eq(conversation.id, sql.placeholder('id'))),
);

/** Who had read everything has read their own message too: then what they wrote is not counted for them. */
function readAfterSending(side: SQLiteColumn, read: SQLiteColumn): SQL {
  const had = sql`${side} = ${sql.placeholder('me')} and ${read} = ${conversation.lastSequence}`;
  return sql`iif(${had}, ${sql.placeholder('sequence')}, ${read})`;
}
