import { listTasksInput, wholeListInput } from '@onus/contract/task';
import { countTasks, listTasks, wholeList } from '../task/queries.ts';
import { managerOnly, router } from '../trpc.ts';
import { chart } from './queries.ts';

export const managerRouter = router({
  tasks: managerOnly
    .input(listTasksInput)
    .query(({ ctx, input }) => listTasks(ctx.db, ctx.scope, 'managed', input)),

  wholeTasks: managerOnly
    .input(wholeListInput)
    .query(({ ctx, input }) => wholeList(ctx.db, ctx.scope, 'managed', input.view)),

  counts: managerOnly.query(({ ctx }) => countTasks(ctx.db, ctx.scope, 'managed')),
  chart: managerOnly.query(({ ctx }) => chart(ctx.db, ctx.scope)),
});
