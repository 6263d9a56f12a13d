import {
  createTaskInput,
  listTasksInput,
  moveOverdueInput,
  taskIdInput,
  updateTaskInput,
} from '@onus/contract/task';
import { moveOverdue } from '../overdue/commands.ts';
import { skipTask } from '../series/commands.ts';
import { countTasks } from '../tally/queries.ts';
import { restoreTask } from '../trash/commands.ts';
import { router, signedIn } from '../trpc.ts';
import { createTask, deleteTask, updateTask } from './commands.ts';
import { findTask, listTasks } from './queries.ts';

export const taskRouter = router({
  list: signedIn.input(listTasksInput).query(({ ctx, input }) => listTasks(ctx.db, ctx.scope, 'mine', input)),
  counts: signedIn.query(({ ctx }) => countTasks(ctx.db, ctx.scope, 'mine')),
  get: signedIn.input(taskIdInput).query(({ ctx, input }) => findTask(ctx.db, ctx.scope, input.id)),
  create: signedIn.input(createTaskInput).mutation(({ ctx, input }) => createTask(ctx.db, ctx.scope, input)),
  update: signedIn.input(updateTaskInput).mutation(({ ctx, input }) => updateTask(ctx.db, ctx.scope, input)),
  skip: signedIn.input(taskIdInput).mutation(({ ctx, input }) => skipTask(ctx.db, ctx.scope, input.id)),
  delete: signedIn.input(taskIdInput).mutation(({ ctx, input }) => deleteTask(ctx.db, ctx.scope, input.id)),
  restore: signedIn.input(taskIdInput).mutation(({ ctx, input }) => restoreTask(ctx.db, ctx.scope, input.id)),
  moveOverdue: signedIn
    .input(moveOverdueInput)
    .mutation(({ ctx, input }) => moveOverdue(ctx.db, ctx.scope, input)),
});
