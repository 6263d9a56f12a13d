import type { ListMessages, SendMessage } from '@onus/contract/chat';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { prepared } from '@onus/db/statements/prepared';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../core/errors.ts';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { findThread, threadIfMine } from './threads.ts';
import { type Message, type MessageRow, type ThreadRow, textsOfMessage, viewOfMessage } from './view.ts';

/**
 * One page of a thread, the newest message first.
 * @throws DomainError NOT_FOUND for a conversation that the caller takes no part in.
 */
export function listMessages(db: Db, scope: Scope, input: ListMessages): Page<Message> {
  const { conversationId, limit, cursor } = input;
  const thread = findThread(db, scope, conversationId);
  const before = cursor ?? Number.MAX_SAFE_INTEGER;
  const rows = pageOfThread(db).all({ conversationId, before, limit: limit + 1 });
  const read = rows.map(viewOfMessage(scope, thread));
  return pageOf(read, limit, row => row.sequence, textsOfMessage);
}

/** Messages of all the caller's threads from a sequence on, in order. */
export function messagesAfter(db: Db, scope: Scope, sequence: number, limit: number): Message[] {
  return newerMessages(db)
    .all({ me: scope.userId, after: sequence, limit })
    .map(row => viewOfMessage(scope, findThread(db, scope, row.conversationId))(row));
}

/** @throws DomainError NOT_FOUND for a message that does not exist or that the caller takes no part in. */
export function findMessage(db: Db, scope: Scope, id: string): { row: MessageRow; thread: ThreadRow } {
  const row = messageById(db, scope, id);
  const thread = row && threadIfMine(db, scope, row.conversationId);
  if (!thread) throw notFound('Message');
  return { row, thread };
}

/** The message of an id, from any sender: only to know whether the id is in use. */
export function messageById(db: Db, _scope: Scope, id: string): MessageRow | undefined {
  return byId(db).get({ id });
}

/** The message that the caller has sent with just this thread, text and timestamp. */
export function identicalMessage(
  db: Db,
  scope: Scope,
  sent: Pick<SendMessage, 'conversationId' | 'message' | 'timestamp'>,
): MessageRow | undefined {
  const { conversationId, message: text, timestamp } = sent;
  return identical(db).get({ me: scope.userId, conversationId, text, timestamp });
}

const conversationId = sql.placeholder('conversationId');
const limit = sql.placeholder('limit');
const me = sql.placeholder('me');

/** Which thread they are of is known. */
const { conversationId: _known, ...inThread } = getTableColumns(message);

const pageOfThread = prepared(inThread, (db, columns) =>
  db
    .select(columns)
    .from(message)
    .where(and(eq(message.conversationId, conversationId), lt(message.sequence, sql.placeholder('before'))))
    .orderBy(desc(message.sequence))
    .limit(limit),
);

/**
 * Which messages come next is found in the indexes alone: only threads that have something newer, of
 * these only the sequences. Then that few rows are read.
 */
const newerMessages = prepared(getTableColumns(message), (db, columns) => {
  const after = sql.placeholder('after');
  const on = (mine: SQL) =>
    db
      .select({ sequence: message.sequence })
      .from(conversation)
      .crossJoin(message)
      .where(
        and(
          mine,
          gt(conversation.lastSequence, after),
          eq(message.conversationId, conversation.id),
          gt(message.sequence, after),
        ),
      );
  const next = on(eq(conversation.lowUserId, me))
    .unionAll(on(eq(conversation.highUserId, me)))
    .orderBy(row => asc(row.sequence))
    .limit(limit);
  return db.select(columns).from(message).where(inArray(message.sequence, next)).orderBy(message.sequence);
});

const byId = prepared(getTableColumns(message), (db, columns) =>
  db
    .select(columns)
    .from(message)
    .where(eq(message.id, sql.placeholder('id'))),
);

const identical = prepared(getTableColumns(message), (db, columns) =>
  db
    .select(columns)
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationId),
        eq(message.senderId, me),
        eq(message.timestamp, sql.placeholder('timestamp')),
        eq(message.text, sql.placeholder('text')),
      ),
    )
    .limit(1),
);
