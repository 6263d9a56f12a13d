import {
  type ChatOrder,
  type ChatSort,
  type FindMessages,
  type ListMessages,
  orderOf,
  type SendMessage,
} from '@onus/contract/chat';
import { sliceOf } from '@onus/contract/served';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { prepared } from '@onus/db/statements/prepared';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { notFound } from '../core/errors.ts';
import { type Found, foundOf, type Page, pageOf } from '../core/rows/page.ts';
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

/** GET /messages: in a conversation that is not the caller's a filter finds nothing. */
export function findMessages(db: Db, scope: Scope, input: FindMessages): Found<Message, string[]> {
  const { conversationId, cursor } = input;
  const thread = threadIfMine(db, scope, conversationId);
  if (!thread) return { rows: [], total: 0, nextCursor: null };
  const total = thread.messageCount;
  const read = cursor
    ? messagesNamed(db).all({ conversationId, ids: JSON.stringify(cursor) })
    : partOf(db, input, total);
  return foundOf(read.map(viewOfMessage(scope, thread)), total, textsOfMessage);
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

/** A part that begins in the second half is counted from the end, and nothing is read for one behind it. */
function partOf(db: Db, input: FindMessages, total: number) {
  const { conversationId } = input;
  const { limit, offset } = sliceOf(input);
  if (offset >= total) return [];
  if (offset === 0) return firstMessages(db, orderOf(input)).all({ conversationId, limit });
  if (offset < total / 2) return messagesBy(db, orderOf(input)).all({ conversationId, limit, offset });
  const rest = total - offset;
  const fromEnd = { limit: Math.min(limit, rest), offset: Math.max(0, rest - limit) };
  return messagesFromEnd(db, orderOf(input)).all({ conversationId, ...fromEnd });
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

/** Each has an index of its own. An id is unique; equal timestamps stand in the server's order, as json-server leaves them. */
const PLACES: Record<ChatSort | 'created', SQLiteColumn[]> = {
  id: [message.id],
  created: [message.sequence],
  timestamp: [message.timestamp, message.sequence],
  sequence: [message.sequence],
};

const firstMessages = prepared(inThread, (db, columns, key: ChatOrder) =>
  db
    .select(columns)
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(...placesIn(key))
    .limit(limit),
);
const messagesBy = prepared(inThread, (db, columns, key: ChatOrder) => messagesIn(db, columns, key, false));
const messagesFromEnd = prepared(inThread, (db, columns, key: ChatOrder) =>
  messagesIn(db, columns, key, true),
);

/** A far page passes over what comes before it in the index alone; only its own rows are read. */
function messagesIn(db: Db, columns: typeof inThread, key: ChatOrder, isFromEnd: boolean) {
  const page = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(...placesIn(key, isFromEnd))
    .limit(limit)
    .offset(sql.placeholder('offset'));
  return db
    .select(columns)
    .from(message)
    .where(inArray(message.sequence, page))
    .orderBy(...placesIn(key));
}

/** @param isReversed to pass over the messages from the end. */
function placesIn(key: ChatOrder, isReversed = false): SQL[] {
  const [sort, order] = key.split(' ') as [ChatSort | 'created', 'asc' | 'desc'];
  const isRising = (place: number) => place > 0 || order === 'asc';
  return PLACES[sort].map((column, place) => (isRising(place) === isReversed ? desc(column) : asc(column)));
}

/** In the order in which they are named. */
const messagesNamed = prepared(inThread, (db, columns) =>
  db
    .select(columns)
    .from(sql`json_each(${sql.placeholder('ids')}) place`)
    .crossJoin(message)
    .where(and(eq(message.id, sql`place.value`), eq(message.conversationId, conversationId)))
    .orderBy(sql`place.key`),
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
