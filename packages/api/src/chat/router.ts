import {
  chatIdInput,
  editInput,
  findConversationsInput,
  findMessagesInput,
  listConversationsInput,
  listMessagesInput,
  markReadInput,
  onMessageInput,
  sendInput,
  startInput,
} from '@onus/contract/chat';
import { deleteMessage, editMessage, sendMessage } from '../message/commands.ts';
import { findMessages, listMessages } from '../message/queries.ts';
import { streamMessages } from '../message-stream.ts';
import { router, signedIn } from '../trpc.ts';
import { markRead, startConversations } from './commands.ts';
import { findConversation, findConversations, listConversations, listPeople, listUnread } from './queries.ts';

export const chatRouter = router({
  people: signedIn.query(({ ctx }) => listPeople(ctx.db, ctx.scope)),
  start: signedIn
    .input(startInput)
    .mutation(({ ctx, input }) => startConversations(ctx.db, ctx.scope, input)),

  conversations: signedIn
    .input(listConversationsInput)
    .query(({ ctx, input }) =>
      listConversations(ctx.db, ctx.scope, { ...input, limit: input.limit ?? ctx.pageSizes.conversations }),
    ),
  conversation: signedIn
    .input(chatIdInput)
    .query(({ ctx, input }) => findConversation(ctx.db, ctx.scope, input.id)),
  findConversations: signedIn
    .input(findConversationsInput)
    .query(({ ctx, input }) => findConversations(ctx.db, ctx.scope, input)),
  markRead: signedIn.input(markReadInput).mutation(({ ctx, input }) => markRead(ctx.db, ctx.scope, input)),
  unread: signedIn.query(({ ctx }) => listUnread(ctx.db, ctx.scope)),

  messages: signedIn
    .input(listMessagesInput)
    .query(({ ctx, input }) =>
      listMessages(ctx.db, ctx.scope, { ...input, limit: input.limit ?? ctx.pageSizes.messages }),
    ),
  findMessages: signedIn
    .input(findMessagesInput)
    .query(({ ctx, input }) => findMessages(ctx.db, ctx.scope, input)),
  send: signedIn.input(sendInput).mutation(({ ctx, input }) => sendMessage(ctx.db, ctx.scope, input)),
  edit: signedIn.input(editInput).mutation(({ ctx, input }) => editMessage(ctx.db, ctx.scope, input)),
  delete: signedIn
    .input(chatIdInput)
    .mutation(({ ctx, input }) => deleteMessage(ctx.db, ctx.scope, input.id)),

  /** The caller's new messages as they come, resumable by the sequence of the last one (law 8). */
  onMessage: signedIn
    .input(onMessageInput)
    .subscription(({ ctx, input, signal }) => streamMessages(ctx, signal, input.lastEventId)),
});
