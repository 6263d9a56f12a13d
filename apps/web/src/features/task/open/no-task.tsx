import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/error-message.ts';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import type { useTask } from './use-task.ts';

interface NoTaskProps extends ReturnType<typeof useTask> {
  /** In its place until it is known. */
  waiting: ReactNode;
}

/** Why a task does not show. */
export function NoTask({ task, error, refetch, waiting }: NoTaskProps) {
  if (task === null) return <p className="text-ink-soft">This task is not available</p>;
  return error ? <ErrorNote message={messageOf(error)} onRetry={() => refetch()} /> : waiting;
}
