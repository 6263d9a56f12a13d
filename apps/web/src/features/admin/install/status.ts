import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

export type Status = inferProcedureOutput<AppRouter['admin']['status']>;
