import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

/** One group of bars. */
export type Month = inferProcedureOutput<AppRouter['manager']['chart']>[number];

export const KINDS = ['complete', 'incomplete'] as const;
export type Kind = (typeof KINDS)[number];
