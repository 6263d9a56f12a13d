import { listAreaInput } from '@onus/contract/task';
import { countTasks } from '../tally/queries.ts';
import { managerOnly, router } from '../trpc.ts';
import { chart, listMadeTasks } from './queries.ts';

export const managerRouter = router({
  tasks: managerOnly.input(listAreaInput).query(({ ctx, input: { managerId, ...input } }) => {
    const whose = managerId === undefined ? 'managed' : { manager: managerId };
    return listMadeTasks(ctx.db, ctx.scope, whose, input);
  }),

  counts: managerOnly.query(({ ctx }) => countTasks(ctx.db, ctx.scope, 'managed')),
  chart: managerOnly.query(({ ctx }) => chart(ctx.db, ctx.scope)),
});
