import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

type OwnTask = inferProcedureOutput<AppRouter['task']['get']>;
type MadeTask = inferProcedureOutput<AppRouter['manager']['tasks']>['items'][number];

/** Lists of several people's tasks also have the creator. */
export type Task = OwnTask & Partial<Pick<MadeTask, 'maker'>>;
