import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

/** A thread of the server, or one that waits to be sent. */
export type Conversation = Pick<
  inferProcedureOutput<AppRouter['chat']['conversation']>,
  'id' | 'with' | 'lastMessage' | 'timestamp' | 'lastSequence' | 'unread' | 'may'
>;
export type MessagePage = inferProcedureOutput<AppRouter['chat']['messages']>;
export type Message = MessagePage['items'][number];

/** Shown in place of a deleted message. */
export const DELETED = 'Message deleted';
