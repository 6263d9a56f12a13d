import { editInput, sendInput, startInput } from '@onus/contract/chat';
import { z } from 'zod';
import { joined } from '../paging.ts';
import { type Counted, type Fields, type RestRequest, type Row, renamed, unchecked } from '../row.ts';
import {
  continuedShape,
  conversationJson,
  conversationShape,
  conversationsQuery,
  idJson,
  messageJson,
  messageShape,
  messagesQuery,
} from '../shapes.ts';

/** Rule 17, Messaging; lists answer json-server's grammar (rule 6). */
export const chatRows: readonly Row[] = [
  {
    at: 'GET /messages',
    does: 'The messages of a conversation',
    isKept: true,
    query: messagesQuery,
    answer: z.array(messageJson),
    run: ({ chat }, { query }) => {
      const asked = { conversationId: query.conversationId, ...served(query) };
      return found(cursor => chat.findMessages(unchecked({ ...asked, cursor })), messageShape);
    },
  },
  {
    at: 'POST /messages',
    does: 'Send a message; an identical one returns the existing message',
    status: 201,
    body: sendInput,
    answer: messageJson,
    run: async (call, { fields }) => messageShape(await call.chat.send(unchecked(renamed(fields)))),
  },
  {
    at: 'PATCH /messages',
    does: 'Change one of my messages',
    body: editInput,
    answer: messageJson,
    run: async (call, { fields, id }) =>
      messageShape(await call.chat.edit(unchecked({ ...renamed(fields), id }))),
  },
  {
    at: 'DELETE /messages',
    does: 'Delete one of my messages; a stub remains',
    answer: idJson,
    run: async (call, { id }) => ({ id: (await call.chat.delete({ id })).id }),
  },
  {
    at: 'GET /conversations',
    does: 'My conversations',
    isKept: true,
    query: conversationsQuery,
    answer: z.array(conversationJson),
    run: ({ chat }, { query }) => {
      const asked = { participants: query.participants_like, ...served(query) };
      return found(cursor => chat.findConversations(unchecked({ ...asked, cursor })), conversationShape);
    },
  },
  {
    at: 'POST /conversations',
    does: 'Start a conversation with its first message',
    status: 201,
    body: startInput.omit({ limit: true }),
    answer: conversationJson,
    run: async (call, { fields }) => {
      const asked = { ...renamed(fields), users: named(fields.users), limit: 1 };
      return (await call.chat.start(unchecked(asked))).map(conversationShape)[0];
    },
  },
  {
    at: 'PATCH /conversations/:id',
    does: 'Continue a conversation with a message',
    body: sendInput.partial(),
    answer: conversationJson,
    run: continued,
  },
];

interface Found<Row> {
  rows: Row[];
  total: number;
  nextCursor: string[] | null;
}

/** A part of a list as it was asked for, also when one response of the procedure does not hold it. */
async function found<Row>(
  find: (cursor: string[] | null) => Promise<Found<Row>>,
  shape: (row: Row) => unknown,
): Promise<Counted> {
  const shaped = async (cursor: string[] | null) => {
    const { rows, total, nextCursor } = await find(cursor);
    return { items: rows.map(shape), total, nextCursor };
  };
  const first = await shaped(null);
  return { rows: joined(first, shaped), total: first.total };
}

/** The last message of a conversation is its newest one, so naming another sends it. */
async function continued(call: Parameters<Row['run']>[0], { fields, params }: RestRequest): Promise<unknown> {
  const conversationId = params.id ?? '';
  const { message, timestamp } = fields;
  if (message === undefined) return conversationShape(await call.chat.conversation({ id: conversationId }));
  // Out of the message alone: another one may have followed it when the response is repeated (rule 6.10).
  return continuedShape(await call.chat.send(unchecked({ conversationId, message, timestamp })));
}

function served({ _sort, _order, _page, _limit }: Fields): Fields {
  return { sort: _sort, order: _order, page: _page, limit: _limit };
}

/** Users come as ids, as emails, or as objects with either. */
function named(users: unknown): unknown {
  if (!Array.isArray(users)) return users;
  return users.map(user =>
    typeof user === 'object' && user !== null ? (user.id ?? user._id ?? user.email) : user,
  );
}
