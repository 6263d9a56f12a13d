import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

export type Conversation = inferProcedureOutput<AppRouter['chat']['conversation']>;
export type MessagePage = inferProcedureOutput<AppRouter['chat']['messages']>;
export type Message = MessagePage['items'][number];

/** What stands in place of a message that its sender took back. */
export const DELETED = 'Message deleted';
