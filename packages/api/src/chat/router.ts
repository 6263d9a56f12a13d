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
import { historyInput } from '@onus/contract/limits/page';
import { listPeopleInput } from '@onus/contract/member';
import { router, signedIn } from '../core/trpc.ts';
import { listPeople } from '../people/search.ts';
import { findConversations } from './find-conversations.ts';
import { findMessages } from './find-messages.ts';
import { listMessageHistory } from './history.ts';
import { listMessages } from './messages.ts';
import { deleteMessage, editMessage, sendMessage } from './send.ts';
import { markRead, startConversations } from './start.ts';
import { streamMessages } from './stream.ts';
import { findConversation, listConversations, listUnread } from './threads.ts';

export const chatRouter = router({
  people: signedIn
    .input(listPeopleInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listPeople(db, scope, input))),
  start: signedIn
    .input(startInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => startConversations(db, scope, input))),

  conversations: signedIn
    .input(listConversationsInput)
    .query(({ ctx, input }) =>
      ctx.read((db, scope) =>
        listConversations(db, scope, { ...input, limit: input.limit ?? ctx.pageSizes.conversations }),
      ),
    ),
  conversation: signedIn
    .input(chatIdInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findConversation(db, scope, input.id))),
  findConversations: signedIn
    .input(findConversationsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findConversations(db, scope, input))),
  markRead: signedIn
    .input(markReadInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => markRead(db, scope, input))),
  unread: signedIn.query(({ ctx }) => ctx.read(listUnread)),

  messages: signedIn
    .input(listMessagesInput)
    .query(({ ctx, input }) =>
      ctx.read((db, scope) =>
        listMessages(db, scope, { ...input, limit: input.limit ?? ctx.pageSizes.messages }),
      ),
    ),
  findMessages: signedIn
    .input(findMessagesInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findMessages(db, scope, input))),
  /** How a message was edited in the last 30 days. */
  history: signedIn
    .input(historyInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listMessageHistory(db, scope, input))),
  send: signedIn
    .input(sendInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => sendMessage(db, scope, input))),
  edit: signedIn
    .input(editInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => editMessage(db, scope, input))),
  delete: signedIn
    .input(chatIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => deleteMessage(db, scope, input.id))),

  /** The caller's new messages as they come, resumable by the sequence of the last one (architecture rule 8). */
  onMessage: signedIn
    .input(onMessageInput)
    .subscription(({ ctx, input, signal }) => streamMessages(ctx, signal, input.lastEventId)),
});
