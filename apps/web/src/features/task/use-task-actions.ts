import { noonOf } from '@onus/contract/calendar';
import { shortDate } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { shortened } from '../../lib/text.ts';
import { trpc } from '../../trpc.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import type { Task } from './task.ts';

/**
 * What one can do to a task without a form. Each happens at once, and what could be a slip of the finger can
 * be undone for as long as its toast is there.
 */
export function useTaskActions(task: Task) {
  const onError = (error: unknown) => toastError(messageOf(error));
  // What is asked of one task is asked in turn: of two quick taps the last must win.
  const options = { scope: { id: `task ${task.id}` }, onError };
  const reopen = trpc.task.update.useMutation(options);
  const restore = trpc.task.restore.useMutation({
    ...options,
    onSuccess({ title, gone }) {
      if (gone.length === 0) return;
      const names = gone.map(one => one.username).join(', ');
      toastSuccess(`“${shortened(title)}” is back without ${names}: no longer a member`);
    },
  });
  const complete = trpc.task.update.useMutation({
    ...options,
    onSuccess({ id, title, completed, endedSeries }) {
      const done = `“${shortened(title)}” ${completed ? 'completed' : 'is open again'}`;
      const undo = () => reopen.mutate({ id, completed: !completed });
      toastSuccess(endedSeries ? `${done}. This was the last one.` : done, { label: 'Undo', onClick: undo });
    },
  });
  const remove = trpc.task.delete.useMutation({
    ...options,
    onSuccess({ id, endedSeries }) {
      const undo = () => restore.mutate({ id });
      const deleted = `“${shortened(task.title)}” deleted`;
      const said = endedSeries ? `${deleted}. This ends the series.` : deleted;
      toastSuccess(said, { label: 'Undo', onClick: undo });
    },
  });
  const move = trpc.task.skip.useMutation({
    ...options,
    onSuccess: ({ title, dueDate }) => toastSuccess(`“${shortened(title)}” skipped to ${shortDate(dueDate)}`),
  });

  return {
    toggle: () => complete.mutate({ id: task.id, completed: !task.completed }),
    erase: () => remove.mutate({ id: task.id }),
    skip: () => move.mutate({ id: task.id }),
    /** Where skipping leads, as a date to read; null where there is nothing to skip to. */
    skipLabel: task.may.skip && task.skipTo ? `Skip to ${shortDate(noonOf(task.skipTo))}` : null,
  };
}
