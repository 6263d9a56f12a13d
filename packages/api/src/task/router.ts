import {
  createTaskInput,
  findTasksInput,
  listTasksInput,
  moveOverdueInput,
  taskIdInput,
  updateTaskInput,
} from '@onus/contract/task';
import { skipTask } from '../occurrence/commands.ts';
import { moveOverdue } from '../overdue/commands.ts';
import { countTasks } from '../tally/queries.ts';
import { deleteTask, restoreTask } from '../trash/commands.ts';
import { router, signedIn } from '../trpc.ts';
import { createTask, updateTask } from './commands.ts';
import { findTask, findTasks, listTasks } from './queries.ts';

export const taskRouter = router({
  list: signedIn
    .input(listTasksInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listTasks(db, scope, 'mine', input))),
  find: signedIn
    .input(findTasksInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findTasks(db, scope, 'mine', input))),
  counts: signedIn.query(({ ctx }) => ctx.read((db, scope) => countTasks(db, scope, 'mine'))),
  get: signedIn
    .input(taskIdInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findTask(db, scope, input.id))),
  create: signedIn
    .input(createTaskInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => createTask(db, scope, input))),
  update: signedIn
    .input(updateTaskInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => updateTask(db, scope, input))),
  skip: signedIn
    .input(taskIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => skipTask(db, scope, input.id))),
  delete: signedIn
    .input(taskIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => deleteTask(db, scope, input.id))),
  restore: signedIn
    .input(taskIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => restoreTask(db, scope, input.id))),
  moveOverdue: signedIn
    .input(moveOverdueInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => moveOverdue(db, scope, input))),
});
