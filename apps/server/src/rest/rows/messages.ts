import { editInput, sendInput, startInput } from '@onus/contract/chat';
import { z } from 'zod';
import { type Fields, type RestRequest, type Row, renamed, unchecked } from '../row.ts';
import {
  conversationJson,
  conversationShape,
  conversationsQuery,
  idJson,
  messageJson,
  messageShape,
  messagesQuery,
} from '../shapes.ts';

/** Spec 7, Messaging; lists answer json-server's grammar (decision 6). */
export const messageRows: readonly Row[] = [
  {
    at: 'GET /messages',
    does: 'The messages of a conversation',
    query: messagesQuery,
    answer: z.array(messageJson),
    run: async (call, { query }) => {
      const { rows, total } = await call.chat.findMessages(
        unchecked({ conversationId: query.conversationId, ...served(query) }),
      );
      return { rows: rows.map(messageShape), total };
    },
  },
  {
    at: 'POST /messages',
    does: 'Send a message; an identical one is the one that exists',
    status: 201,
    body: sendInput,
    answer: messageJson,
    run: async (call, { fields }) => messageShape(await call.chat.send(unchecked(renamed(fields)))),
  },
  {
    at: 'PATCH /messages',
    does: 'Change a message of mine',
    body: editInput,
    answer: messageJson,
    run: async (call, { fields, id }) =>
      messageShape(await call.chat.edit(unchecked({ ...renamed(fields), id }))),
  },
  {
    at: 'DELETE /messages',
    does: 'Delete a message of mine; a stub stays',
    answer: idJson,
    run: async (call, { id }) => ({ id: (await call.chat.delete({ id })).id }),
  },
  {
    at: 'GET /conversations',
    does: 'My conversations',
    query: conversationsQuery,
    answer: z.array(conversationJson),
    run: async (call, { query }) => {
      const { rows, total } = await call.chat.findConversations(
        unchecked({ participants: query.participants_like, ...served(query) }),
      );
      return { rows: rows.map(conversationShape), total };
    },
  },
  {
    at: 'POST /conversations',
    does: 'Write to somebody; the pair’s conversation and its first message',
    status: 201,
    body: startInput,
    answer: conversationJson,
    run: async (call, { fields }) => {
      const started = await call.chat.start(unchecked({ ...renamed(fields), users: named(fields.users) }));
      return started.map(conversationShape)[0];
    },
  },
  {
    at: 'PATCH /conversations/:id',
    does: 'Go on with a conversation: its last message is a message of mine',
    body: sendInput.partial(),
    answer: conversationJson,
    run: continued,
  },
];

/** The last message of a conversation is its newest one, so naming another sends it. */
async function continued(call: Parameters<Row['run']>[0], { fields, params }: RestRequest): Promise<unknown> {
  const conversationId = params.id ?? '';
  const { message, timestamp } = fields;
  if (message !== undefined) await call.chat.send(unchecked({ conversationId, message, timestamp }));
  return conversationShape(await call.chat.conversation({ id: conversationId }));
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
