import { type ChatOrder, type ChatSort, type FindMessages, orderOf } from '@onus/contract/chat';
import { isWhole, sliceOf } from '@onus/contract/served';
import type { Db } from '@onus/db/open';
import { message } from '@onus/db/schema/chat';
import { behind, placeOf } from '@onus/db/statements/behind';
import { prepared } from '@onus/db/statements/prepared';
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Found, foundOf, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { threadIfMine } from './threads.ts';
import { type Message, textsOfMessage, viewOfMessage } from './view.ts';

/** GET /messages: in a conversation that is not the caller's a filter finds nothing. */
export function findMessages(db: Db, scope: Scope, input: FindMessages): Found<Message, string[]> {
  const { conversationId, cursor } = input;
  const thread = threadIfMine(db, scope, conversationId);
  if (!thread) return { rows: [], total: 0, nextCursor: null };
  const total = thread.messageCount;
  const view = viewOfMessage(scope, thread);
  if (isWhole(input)) {
    const { limit } = sliceOf(input);
    const rows = nextOf(db, input, limit + 1).map(view);
    const { items, nextCursor } = pageOf(rows, limit, row => placeIn(row, input), textsOfMessage);
    return { rows: items, total, nextCursor };
  }
  const read = cursor
    ? messagesNamed(db).all({ conversationId, ids: JSON.stringify(cursor) })
    : partOf(db, input, total);
  return foundOf(read.map(view), total, textsOfMessage);
}

/** Of a list that is read whole, those behind the ones that were read. */
function nextOf(db: Db, input: FindMessages, limit: number) {
  const { conversationId, cursor } = input;
  const order = orderOf(input);
  return cursor
    ? messagesBehind(db, order).all({ conversationId, limit, ...placeOf(cursor) })
    : firstMessages(db, order).all({ conversationId, limit });
}

function placeIn(row: Message, input: FindMessages): string[] {
  return PLACES[sortOf(orderOf(input))].map(name => String(row[name]));
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

/** Which thread they are of is known. */
const { conversationId: _known, ...inThread } = getTableColumns(message);

/** Each has an index of its own. An id is unique; equal timestamps stand in the server's order, as json-server leaves them. */
const PLACES: Record<ChatSort | 'created', ('id' | 'sequence' | 'timestamp')[]> = {
  id: ['id'],
  created: ['sequence'],
  timestamp: ['timestamp', 'sequence'],
  sequence: ['sequence'],
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

/** Of a whole list, the messages behind the last one that was read. */
const messagesBehind = prepared(inThread, (db, columns, key: ChatOrder) =>
  db
    .select(columns)
    .from(message)
    .where(and(eq(message.conversationId, conversationId), behind(columnsOf(key), isFalling(key))))
    .orderBy(...placesIn(key))
    .limit(limit),
);

/** @param isReversed to pass over the messages from the end. */
function placesIn(key: ChatOrder, isReversed = false): SQL[] {
  const isRising = (place: number) => place > 0 || !isFalling(key);
  return columnsOf(key).map((column, place) => (isRising(place) === isReversed ? desc(column) : asc(column)));
}

function columnsOf(key: ChatOrder) {
  return PLACES[sortOf(key)].map(name => message[name]);
}

function sortOf(key: ChatOrder) {
  return key.split(' ')[0] as ChatSort | 'created';
}

function isFalling(key: ChatOrder): boolean {
  return key.endsWith(' desc');
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
