import { listPeopleTasksInput } from '@onus/contract/manager';
import { findAreaInput, listAreaInput } from '@onus/contract/task';
import { managerOnly, router } from '../core/trpc.ts';
import { countTasks } from '../task/counts.ts';
import { chart, findMadeTasks, listMadeTasks } from './made-tasks.ts';
import { listPeople } from './people.ts';

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
  people: managerOnly
    .input(listPeopleTasksInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listPeople(db, scope, input))),
});
