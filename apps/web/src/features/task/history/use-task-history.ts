import type { Rule } from '@onus/contract/dates/rule';
import { stateAfter } from '@onus/contract/fold/history';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { POLLED } from '../../../data/query-client.ts';
import { type Entry, type Restoring, stepsOf } from '../../../data/reads/history.ts';
import { progressOf } from '../../../data/reads/pages.ts';
import { trpc } from '../../../data/trpc.ts';
import { plainDate, timeOfDay } from '../../../lib/dates.ts';
import { repetition } from '../../../lib/words/repetition.ts';
import { shortened } from '../../../lib/words/text.ts';
import type { Step } from '../../../ui/overlay/history-dialog.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Task } from '../task.ts';

/** The history of a task in words, with what restores each state. */
export function useTaskHistory(task: Task, isOpen: boolean, onClose: () => void) {
  const list = trpc.task.history.useInfiniteQuery(
    { id: task.id },
    { ...POLLED, enabled: isOpen, getNextPageParam: page => page.nextCursor },
  );
  const steps =
    list.data &&
    stepsOf(list.data.pages, {
      now: { ...task, assignees: task.assignees.map(one => one.id) },
      titleOf,
      linesOf: (entries, index) => linesOf(task, entries, index),
      restore(restoring, at) {
        onClose();
        void restoreState(task, restoring, at);
      },
    });
  return { steps, ...progressOf(list) };
}

const VERBS = { created: 'created', edited: 'changed', deleted: 'deleted', restored: 'restored' };

function titleOf({ by, kind }: Entry): string {
  return by ? `${by.username} ${VERBS[kind]} this` : 'Created when the task before was completed';
}

async function restoreState(
  { id, title }: Task,
  { set, was }: Restoring,
  at: string | undefined,
): Promise<void> {
  const about = title;
  if (!(await enqueue('task.update', { id, ...set, was: withoutFlag(was) }, { about }))) return;
  toastUndo(
    `“${shortened(title)}” restored${at ? ` to ${at}` : ''}`,
    () => void enqueue('task.update', { id, ...was, was: withoutFlag(set) }, { about }),
  );
}

/** Whether it is done is set and never merged. */
function withoutFlag({ completed: _flag, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields;
}

/** Each changed field in one line; all fields of a rule in one. */
function linesOf(task: Task, entries: readonly Entry[], index: number): Step['changes'] {
  const changes = entries[index]?.changes ?? [];
  const lines = changes.flatMap(({ field, before, after }) => {
    if (field === 'completed') return { label: after ? 'Completed' : 'Reopened' };
    const format = FORMATS[field as keyof typeof FORMATS];
    return format ? { label: format.label, before: format.words(before), after: format.words(after) } : [];
  });
  if (!changes.some(({ field }) => RULE.includes(field))) return lines;
  const [before, after] = [index + 1, index].map(place => ruleOf(task, stateAfter(entries, place)));
  return before === after
    ? lines
    : [...lines, { label: 'Recurrence', before: before ?? '', after: after ?? '' }];
}

const RULE = [
  ...['recurrenceType', 'recurrenceInterval', 'recurrenceDays'],
  ...['recurrenceEvery', 'recurrenceFrom', 'recurrenceAnchor'],
];

function ruleOf(task: Task, state: Record<string, unknown>): string {
  return repetition({ ...(task as Rule), ...(state as Partial<Rule>) }) ?? 'None';
}

const FORMATS = {
  title: { label: 'Title', words: (value: unknown) => String(value) },
  text: { label: 'Description', words: (value: unknown) => String(value) || 'None' },
  dueDate: { label: 'Due Date', words: (value: unknown) => plainDate(String(value)) },
  dueTime: { label: 'Time', words: (value: unknown) => (value ? timeOfDay(String(value)) : 'None') },
  assignees: { label: 'Assigned to', words: namesOf },
  recurrenceEndDate: {
    label: 'Recurrence End Date',
    words: (value: unknown) => (value ? plainDate(String(value)) : 'None'),
  },
};

function namesOf(people: unknown): string {
  const names = (people as { username: string }[]).map(one => one.username);
  return names.length > 0 ? names.join(', ') : 'No one';
}
