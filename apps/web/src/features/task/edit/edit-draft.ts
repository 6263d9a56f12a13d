import { dayOf } from '@onus/contract/dates/calendar';
import { PLAIN } from '@onus/contract/fold/task';
import type { PlainTask } from '@onus/contract/task';
import { useSelector } from '@tanstack/react-store';
import { useCallback, useEffect } from 'react';
import type { Queued } from '../../../data/outbox/operation.ts';
import { outbox } from '../../../data/outbox/state.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { createStoredAtom } from '../../../lib/stored-atom.ts';
import type { Task } from '../task.ts';
import { draftOf, type RecurrenceDraft } from './recurrence-draft.ts';

const { dueDate: _day, dueTime: _time, completed: _done, ...typed } = PLAIN;
type Typed = Omit<PlainTask, 'dueDate' | 'dueTime' | 'completed'>;

/** The fields that the form has as the task has them. */
export const TYPED = Object.keys(typed) as (keyof Typed)[];

/** A task in edit mode with the typed values. Changes by other people do not reach it. */
export interface EditDraft extends RecurrenceDraft, Typed {
  /** The id of the person who edits it. */
  owner: string;
  list: string;
  /** The task at the time of Edit. */
  task: Task;
  /** HH:MM; empty for no time. */
  time: string;
  /** Whether the person may change how the task repeats. */
  mayRepeat: boolean;
  /** Null if the form has no people. */
  assignees: readonly string[] | null;
  /** `updatedAt` of the server's row; null if the row includes operations that wait. */
  basedOn: string | null;
  /** Why it was not saved. */
  problem: string | null;
  /** The refused operation that the form replaces when it is saved. */
  refused?: Pick<Queued, 'op' | 'seq' | 'user'>;
}

/** The one task in edit mode, on any page. It survives a reload. */
export const opened = createStoredAtom<EditDraft | null>('task-edit', null);

/** The lists on the screen. */
export const onScreen = new Set<string>();

/** The task of a list that is in edit mode, and what puts one into it. What its form does loads with the form. */
export function useEditDraft(list: string) {
  const { id: owner } = useCurrentUser();
  const current = useSelector(opened);
  const draft = current?.owner === owner && current.list === list ? current : null;

  useEffect(() => {
    onScreen.add(list);
    return () => void onScreen.delete(list);
  }, [list]);

  const edit = useCallback(
    (task: Task, mayAssign: boolean): void => {
      const assignees = mayAssign ? task.assignees.map(one => one.id) : null;
      const time = task.dueTime ?? '';
      const basedOn = isQueued(task.id) ? null : task.updatedAt;
      const rule = draftOf(dayOf(task.dueDate), task);
      // Those who may assign people to it own the task.
      const mayRepeat = task.may.assign;
      const fields = { ...valuesOf(task, TYPED), time, ...rule, assignees };
      opened.set({ owner, list, task, ...fields, mayRepeat, basedOn, problem: null });
    },
    [owner, list],
  );

  return { draft, edit };
}

/** Some of the typed fields with their values. */
export function valuesOf<Name extends keyof Typed>(from: Typed, names: readonly Name[]): Pick<Typed, Name> {
  return Object.fromEntries(names.map(name => [name, from[name]])) as Pick<Typed, Name>;
}

/** Whether the row of a task includes operations, so that its `updatedAt` is not the server's. */
function isQueued(id: string): boolean {
  return outbox.get().some(({ path, input }) => path.startsWith('task.') && 'id' in input && input.id === id);
}
