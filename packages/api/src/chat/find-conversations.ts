import { type ChatOrder, emailsPairedWith, type FindConversations, orderOf } from '@onus/contract/chat';
import { isWhole, sliceOf } from '@onus/contract/served';
import type { Db } from '@onus/db/open';
import { conversation } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { behind, placeOf } from '@onus/db/statements/behind';
import { prepared } from '@onus/db/statements/prepared';
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Found, foundOf, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { findConversation, SIDES } from './threads.ts';
import { type Conversation, textsOfThread } from './view.ts';

/**
 * GET /conversations: `participants` names oneself or a pair with oneself; anything else finds nothing.
 * @throws DomainError NOT_FOUND for a cursor that names a conversation of others.
 */
export function findConversations(
  db: Db,
  scope: Scope,
  input: FindConversations,
): Found<Conversation, string[]> {
  const emails = (input.participants ?? [scope.email]).flatMap(like => emailsPairedWith(scope.email, like));
  const mine = { me: scope.userId, emails: JSON.stringify(emails), all: Number(emails.includes('')) };
  const total = threadsOfMine(db).get(mine)?.count ?? 0;
  const { cursor } = input;
  const order = orderOf(input);
  const { limit, offset } = sliceOf(input);
  const find = ({ id }: { id: string }) => findConversation(db, scope, id);
  if (!isWhole(input)) {
    const read = cursor?.map(id => ({ id })) ?? threadsBy(db, order).all({ ...mine, limit, offset });
    return foundOf(read.map(find), total, textsOfThread);
  }
  const next = { ...mine, limit: limit + 1, offset: 0 };
  const read = cursor
    ? threadsBehind(db, order).all({ ...next, ...placeOf(cursor) })
    : threadsBy(db, order).all(next);
  const places = new Map(read.map(row => [row.id, columnsOf(order).map(name => String(row[name]))]));
  const page = pageOf(read.map(find), limit, row => places.get(row.id) ?? [], textsOfThread);
  return { rows: page.items, total, nextCursor: page.nextCursor };
}

const PLACES = {
  id: conversation.id,
  created: conversation.createdAt,
  timestamp: conversation.lastTimestamp,
  sequence: conversation.lastSequence,
};

const threadsBy = prepared(PLACES, (db, columns, key: ChatOrder) => threadsIn(db, columns, key));

/** Of a whole list, the threads behind the last one that was read. */
const threadsBehind = prepared(PLACES, (db, columns, key: ChatOrder) => {
  const place = columnsOf(key).map(name => PLACES[name]);
  return threadsIn(db, columns, key, behind(place, key.endsWith(' desc')));
});

function threadsIn(db: Db, columns: typeof PLACES, key: ChatOrder, where?: SQL) {
  const [first, ...rest] = columnsOf(key);
  const direction = key.endsWith(' desc') ? desc : asc;
  return threadsWithNamed(db, columns, where)
    .orderBy(row => [direction(row[first]), ...rest.map(name => asc(row[name]))])
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));
}

/** Equal ones stand in the order in which they were made. */
function columnsOf(key: ChatOrder) {
  return [key.split(' ')[0] as keyof typeof PLACES, 'created', 'id'] as const;
}

const threadsOfMine = prepared({ count: count() }, (db, columns) =>
  db.select(columns).from(threadsWithNamed(db, PLACES).as('mine')),
);

/**
 * The caller's threads with the people of some emails, or with everyone. An email names its present owner, or the former
 * one if it has none.
 */
function threadsWithNamed(db: Db, columns: typeof PLACES, where?: SQL) {
  const emails = sql`(select value from json_each(${sql.placeholder('emails')}))`;
  const isFormer = sql`${user.deletedAt} is not null and exists (
    select 1 from ${user} owner where owner.email = ${user.email} and owner.deleted_at is null)`;
  const named = sql`(${sql.placeholder('all')} or (${user.email} in ${emails} and not (${isFormer})))`;
  const on = ({ mine, other }: (typeof SIDES)[number]) =>
    db
      .select(columns)
      .from(conversation)
      .crossJoin(user)
      .where(and(mine, eq(user.id, other), named, where));
  return on(SIDES[0]).unionAll(on(SIDES[1]));
}
