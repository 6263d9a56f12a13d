import { listTasksInput, wholeAreaInput } from '@onus/contract/task';
import { countTasks } from '../tally/queries.ts';
import { wholeList } from '../task/queries.ts';
import { managerOnly, router } from '../trpc.ts';
import { chart, listMadeTasks } from './queries.ts';

export const managerRouter = router({
  tasks: managerOnly
    .input(listTasksInput)
    .query(({ ctx, input }) => listMadeTasks(ctx.db, ctx.scope, 'managed', input)),

  wholeTasks: managerOnly.input(wholeAreaInput).query(({ ctx, input: { managerId, ...input } }) => {
    const whose = managerId === undefined ? 'managed' : { manager: managerId };
    return wholeList(ctx.db, ctx.scope, whose, input);
  }),

  counts: managerOnly.query(({ ctx }) => countTasks(ctx.db, ctx.scope, 'managed')),
  chart: managerOnly.query(({ ctx }) => chart(ctx.db, ctx.scope)),
});
