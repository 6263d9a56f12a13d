import { type Day, noonOf } from '@onus/contract/dates/calendar';
import { enqueueAll } from '../../../data/outbox/enqueue.ts';
import { nearDate, todayHere } from '../../../lib/dates.ts';
import { counted, shortened } from '../../../lib/words/text.ts';
import { toastError } from '../../../ui/toast/toast.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import { endsSeries, isLastOne, restoreTasks } from '../list/task-actions.ts';
import { countOfTasks, isMovable, movesTo, moveTogether, nameOfTasks, undoMoves } from '../move/move-many.ts';
import type { Task } from '../task.ts';

/** Whether the tasks are all complete: then they can only be reopened. */
export function areComplete(tasks: readonly Task[]): boolean {
  return tasks.every(({ completed }) => completed);
}

/** Completes the open ones; reopens tasks that are all complete. Each action has one Undo for all its tasks. */
export async function completeTasks(tasks: readonly Task[]): Promise<void> {
  const wanted = !areComplete(tasks);
  const open = tasks.filter(({ completed }) => completed !== wanted);
  const calls = open
    .filter(({ may }) => may.edit)
    .map(task => ({ task, about: task.title, input: { id: task.id, completed: wanted } }));
  const done = await storedOf('task.update', calls);
  const last = wanted ? done.filter(isLastOne) : [];
  say(done, open.length - done.length, {
    verb: wanted ? 'completed' : 'reopened',
    more: last.length === 0 ? '' : done.length === 1 ? 'This was the last one.' : endsOf(last),
    undo: () => {
      const back = done.map(({ id, title }) => ({ input: { id, completed: !wanted }, about: title }));
      void enqueueAll('task.update', back);
    },
  });
}

export async function moveTasks(tasks: readonly Task[], day: Day): Promise<void> {
  const movable = tasks.filter(task => isMovable(task, day));
  const moved = await moveTogether(movesTo(movable, day));
  const verb = `moved to ${nearDate(day, todayHere())}`;
  say(moved, tasks.length - movable.length, { verb, undo: () => undoMoves(moved) });
}

export async function deleteTasks(tasks: readonly Task[]): Promise<void> {
  const calls = tasks
    .filter(({ may }) => may.delete)
    .map(task => ({ task, about: task.title, input: { id: task.id } }));
  const deleted = await storedOf('task.delete', calls);
  const ended = deleted.filter(endsSeries);
  say(deleted, tasks.length - deleted.length, {
    verb: 'deleted',
    more: ended.length === 0 ? '' : deleted.length === 1 ? 'This ends the series.' : endsOf(ended),
    undo: () => void restoreTasks(deleted),
  });
}

interface Person {
  id: string;
  label: string;
}

/** Makes the tasks those of exactly these people. */
export async function assignTasks(tasks: readonly Task[], people: readonly Person[]): Promise<void> {
  const wanted = people.map(({ id }) => id);
  const assignable = tasks.filter(({ may }) => may.assign);
  const calls = assignable.map(task => {
    const before = task.assignees.map(({ id }) => id);
    const add = wanted.filter(id => !before.includes(id));
    const remove = before.filter(id => !wanted.includes(id));
    const named = people.map(({ id, label }) => ({ id, username: label }));
    return { task, about: task.title, input: { id: task.id, add, remove }, people: named };
  });
  const changed = calls.filter(({ input: { add, remove } }) => add.length + remove.length > 0);
  const assigned = await storedOf('task.assign', changed);
  say(assigned, tasks.length - assignable.length, {
    verb: `assigned to ${namesOf(people)}`,
    undo: () => {
      const back = changed
        .filter(({ task }) => assigned.includes(task))
        .map(({ task, about, input: { id, add, remove } }) => ({
          about,
          input: { id, add: remove, remove: add },
          people: task.assignees,
        }));
      void enqueueAll('task.assign', back);
    },
  });
}

type Batch = 'task.update' | 'task.delete' | 'task.assign';
type CallOf<Path extends Batch> = Parameters<typeof enqueueAll<Path>>[1][number] & { task: Task };

/** Each task is an operation of its own, so that a refusal of one keeps no other back. @returns the stored ones. */
async function storedOf<Path extends Batch>(path: Path, calls: readonly CallOf<Path>[]): Promise<Task[]> {
  const stored = await enqueueAll(
    path,
    calls.map(({ task: _task, ...call }) => call),
  );
  return calls.filter((_call, place) => stored[place]).map(({ task }) => task);
}

interface Said {
  /** In the past, as "completed". */
  verb: string;
  /** What follows from it, as a sentence. */
  more?: string;
  undo: () => void;
}

/** @param left how many of the tasks the person may not change. */
function say(done: readonly Pick<Task, 'title'>[], left: number, { verb, more = '', undo }: Said): void {
  if (done.length === 0) {
    if (left > 0) toastError(`${countOfTasks(left)} could not be ${verb}`);
    return;
  }
  const said = `${nameOfTasks(done)} ${verb}${left > 0 ? `, ${counted(left)} could not be` : ''}`;
  toastUndo(more ? `${said}. ${more}` : said, undo);
}

function endsOf(ended: readonly Task[]): string {
  const [only] = ended;
  return ended.length === 1 && only
    ? `This ends the series of “${shortened(only.title)}”.`
    : `This ends ${counted(ended.length)} series.`;
}

function namesOf(people: readonly Person[]): string {
  if (people.length === 0) return 'no one';
  if (people.length > 2) return `${counted(people.length)} people`;
  return people.map(({ label }) => label).join(' and ');
}

/** The due date that a date field starts with: that of the earliest task. */
export function earliestOf(tasks: readonly Task[]): string {
  return tasks.map(({ dueDate }) => dueDate).sort()[0] ?? noonOf(todayHere());
}
