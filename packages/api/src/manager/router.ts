import { findAreaInput, listAreaInput } from '@onus/contract/task';
import { countTasks } from '../tally/queries.ts';
import { managerOnly, router } from '../trpc.ts';
import { chart, findMadeTasks, listMadeTasks } from './queries.ts';

export const managerRouter = router({
  tasks: managerOnly.input(listAreaInput).query(({ ctx, input: { managerId, ...input } }) => {
    const whose = managerId === undefined ? 'managed' : { manager: managerId };
    return ctx.read((db, scope) => listMadeTasks(db, scope, whose, input));
  }),

  findTasks: managerOnly.input(findAreaInput).query(({ ctx, input: { managerId, ...input } }) => {
    const whose = managerId === undefined ? 'managed' : { manager: managerId };
    return ctx.read((db, scope) => findMadeTasks(db, scope, whose, input));
  }),

  counts: managerOnly.query(({ ctx }) => ctx.read((db, scope) => countTasks(db, scope, 'managed'))),
  chart: managerOnly.query(({ ctx }) => ctx.read(chart)),
});
