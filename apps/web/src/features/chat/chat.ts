import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

export type Conversation = inferProcedureOutput<AppRouter['chat']['conversation']>;
export type Message = inferProcedureOutput<AppRouter['chat']['messages']>['items'][number];

/** What stands in place of a message that its sender took back. */
export const DELETED = 'Message deleted';
