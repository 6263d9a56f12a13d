import type { ListConversations } from '@onus/contract/chat';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { remembered } from '@onus/db/statements/remembered';
import { and, count, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import { notFound } from '../core/errors.ts';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { PERSON } from '../people/search.ts';
import type { PersonRow } from '../people/view.ts';
import { type Conversation, type ThreadRow, textsOfThread, viewOfThread } from './view.ts';

/** The person behind an id or an email, whether the caller may write to them or not. */
export function findPerson(db: Db, _scope: Scope, named: string): PersonRow | undefined {
  return personNamed(db).get({ id: named, email: named.trim().toLowerCase() });
}

/** One page of the caller's threads, the one with the newest message first. */
export function listConversations(db: Db, scope: Scope, input: ListConversations): Page<Conversation> {
  const { limit, cursor } = input;
  const before = cursor ?? Number.MAX_SAFE_INTEGER;
  const rows = pageOfThreads(db).all({ me: scope.userId, before, limit: limit + 1 });
  const read = rows.map(row => viewOfThread(scope, row));
  return pageOf(read, limit, row => row.lastSequence, textsOfThread);
}

/** @throws DomainError NOT_FOUND for a conversation that does not exist or that the caller takes no part in. */
export function findConversation(db: Db, scope: Scope, id: string): Conversation {
  const row = threadByIdWithUnread(db).get({ id, me: scope.userId });
  if (!row) throw notFound('Conversation');
  return viewOfThread(scope, row);
}

/** The same as the database holds it, for commands and for messages. */
export function findThread(db: Db, scope: Scope, id: string): Readonly<ThreadRow> {
  const row = threadIfMine(db, scope, id);
  if (!row) throw notFound('Conversation');
  return row;
}

export function threadIfMine(db: Db, scope: Scope, id: string): Readonly<ThreadRow> | undefined {
  return threadOf(db, JSON.stringify({ id, me: scope.userId }));
}

/** The one thread of the caller with another person, if they have written to each other. */
export function threadWith(db: Db, scope: Scope, otherId: string): ThreadRow | undefined {
  const [lowId = '', highId = ''] = [scope.userId, otherId].sort();
  return threadOfPair(db).get({ me: scope.userId, lowId, highId });
}

/** Sequence of the newest message the caller may see; 0 before the first. */
export function latestSequence(db: Db, scope: Scope): number {
  const [newest] = pageOfThreads(db).all({ me: scope.userId, before: Number.MAX_SAFE_INTEGER, limit: 1 });
  return newest?.lastSequence ?? 0;
}

/** How many messages to the caller are not read yet, thread by thread; counted up to 999 in all. */
export function listUnread(db: Db, scope: Scope): { conversationId: string; count: number }[] {
  return unreadOfMine(db).all({ me: scope.userId });
}

const me = sql.placeholder('me');
const low = eq(conversation.lowUserId, me);
const high = eq(conversation.highUserId, me);

/** The sides of the caller's threads, of which a statement takes both. */
export const SIDES = [
  { mine: low, other: conversation.highUserId, read: conversation.lowReadSequence },
  { mine: high, other: conversation.lowUserId, read: conversation.highReadSequence },
] as const;

const otherId = sql`iif(${low}, ${conversation.highUserId}, ${conversation.lowUserId})`;
const readSequence = sql<number>`iif(${low}, ${conversation.lowReadSequence}, ${conversation.highReadSequence})`;

// A badge says "99+" at most.
const unreadInThread = sql<number>`(select count(*) from (
  select 1 from ${message} where ${message.conversationId} = ${conversation.id}
    and ${message.sequence} > ${readSequence} and ${message.senderId} <> ${me} and ${message.deletedAt} is null
  limit 100))`;

const personNamed = prepared(PERSON, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(
      or(
        eq(user.id, sql.placeholder('id')),
        and(eq(user.email, sql.placeholder('email')), isNull(user.deletedAt)),
      ),
    ),
);

const thread = {
  id: conversation.id,
  lowUserId: conversation.lowUserId,
  lastMessage: conversation.lastMessage,
  timestamp: conversation.lastTimestamp,
  lastSequence: conversation.lastSequence,
  messageCount: conversation.messageCount,
  readSequence,
  other: PERSON,
};
const threadWithUnread = { ...thread, unread: unreadInThread };

/** Of the two, the other. A cross join keeps SQLite from starting at the users. */
function withOther(where: SQL | undefined) {
  return and(where, eq(user.id, otherId));
}

/** Each side has an index in the order of the list; taken in turns, the two need no sorting. */
const pageOfThreads = prepared(threadWithUnread, (db, columns) => {
  const older = lt(conversation.lastSequence, sql.placeholder('before'));
  const on = (mine: SQL) =>
    db
      .select(columns)
      .from(conversation)
      .crossJoin(user)
      .where(withOther(and(mine, older)));
  return on(low)
    .unionAll(on(high))
    .orderBy(row => desc(row.lastSequence))
    .limit(sql.placeholder('limit'));
});

const mineById = and(eq(conversation.id, sql.placeholder('id')), or(low, high));

const threadById = prepared(thread, (db, columns) =>
  db.select(columns).from(conversation).crossJoin(user).where(withOther(mineById)),
);

/** Asked for with every page of it that is read. */
const threadOf = remembered(['conversation', 'user'], (db, key) => threadById(db).get(JSON.parse(key)));

const threadByIdWithUnread = prepared(threadWithUnread, (db, columns) =>
  db.select(columns).from(conversation).crossJoin(user).where(withOther(mineById)),
);

const threadOfPair = prepared(thread, (db, columns) => {
  const pair = [
    eq(conversation.lowUserId, sql.placeholder('lowId')),
    eq(conversation.highUserId, sql.placeholder('highId')),
  ];
  return db
    .select(columns)
    .from(conversation)
    .crossJoin(user)
    .where(withOther(and(...pair)));
});

const unread = unreadOn(SIDES[0]).unionAll(unreadOn(SIDES[1])).limit(999).as('unread');

const unreadOfMine = prepared({ conversationId: unread.conversationId, count: count() }, (db, columns) =>
  db.select(columns).from(unread).groupBy(unread.conversationId),
);

function unreadOn({ mine, read }: (typeof SIDES)[number]) {
  return new QueryBuilder()
    .select({ conversationId: conversation.id })
    .from(conversation)
    .crossJoin(message)
    .where(
      and(
        mine,
        gt(conversation.lastSequence, read),
        eq(message.conversationId, conversation.id),
        gt(message.sequence, read),
        ne(message.senderId, me),
        isNull(message.deletedAt),
      ),
    );
}
