import { deletedInput, historyInput } from '@onus/contract/limits/page';
import {
  assignTaskInput,
  createTaskInput,
  findTasksInput,
  listTasksInput,
  moveOverdueInput,
  skipTaskInput,
  taskIdInput,
  undoSkipInput,
  updateTaskInput,
} from '@onus/contract/task';
import { router, signedIn } from '../core/trpc.ts';
import { countTasks } from './counts.ts';
import { deleteTask, respondBack, restoreTask } from './delete.ts';
import { listDeletedTasks, respondDeleted } from './deleted.ts';
import { assignTask, createTask, updateTask } from './edit.ts';
import { listTaskHistory } from './history/list.ts';
import { findTask, findTasks, listTasks } from './list.ts';
import { moveOverdue } from './move-overdue.ts';
import { skipTask, undoSkip } from './series/skip.ts';

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
  /** Who changed what in the last 30 days. */
  history: signedIn
    .input(historyInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listTaskHistory(db, scope, input))),
  /** What was deleted in the last 30 days. */
  deleted: signedIn
    .input(deletedInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listDeletedTasks(db, scope, input))),
  create: signedIn
    .input(createTaskInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => createTask(db, scope, input))),
  update: signedIn
    .meta({ canBeDone: { sets: 'completed', respondDone: respondDeleted } })
    .input(updateTaskInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => updateTask(db, scope, input))),
  assign: signedIn
    .input(assignTaskInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => assignTask(db, scope, input))),
  skip: signedIn
    .input(skipTaskInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => skipTask(db, scope, input))),
  undoSkip: signedIn
    .input(undoSkipInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => undoSkip(db, scope, input))),
  delete: signedIn
    .meta({ canBeDone: { sets: null, respondDone: respondDeleted } })
    .input(taskIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => deleteTask(db, scope, input.id))),
  restore: signedIn
    .meta({ canBeDone: { sets: null, respondDone: respondBack } })
    .input(taskIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => restoreTask(db, scope, input.id))),
  moveOverdue: signedIn
    .input(moveOverdueInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => moveOverdue(db, scope, input))),
});
