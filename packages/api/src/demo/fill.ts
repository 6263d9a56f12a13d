import { type Day, dayOf, noonOf } from '@onus/contract/dates/calendar';
import { createTaskInput } from '@onus/contract/task';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { demoPerson } from '@onus/db/schema/demo';
import { sendMessage } from '../chat/send.ts';
import { markRead, startConversations } from '../chat/start.ts';
import { notFound } from '../core/errors.ts';
import {
  createScopeFor,
  createSystemScope,
  type Scope,
  type SystemScope,
  type Visitor,
} from '../core/scope.ts';
import { createItem, updateItem } from '../grocery/edit.ts';
import { createTask, updateTask } from '../task/edit.ts';
import { listTasks } from '../task/list.ts';
import type { Task } from '../task/view.ts';
import { type Waiting, waitingPeople } from './find.ts';
import {
  type DemoTask,
  type DemoThread,
  FOUNDED,
  ITEMS,
  type Name,
  PEOPLE,
  TASKS,
  THREADS,
} from './household.ts';

/** A person of the household, so many days from today; fractions are hours. */
type At = (name: Name, days: number) => Scope;

const DAY = 86_400_000;

/**
 * Writes half a year of the demo household's life when the first of its people signs in: only then is it known which
 * day it is for who reads it (rule 1.9). Everything goes through the commands that people use, each at the time it is
 * said to have happened. Does nothing for anyone else. A household that was changed before stays without tasks.
 * @param today the date in the browser that signs in.
 */
export function fillWaitingDemo(db: Db, visitor: Visitor, userId: string, today: Day): void {
  const waiting = waitingPeople(db, visitor);
  if (!waiting.some(({ account }) => account.id === userId)) return;
  atomically(db, () => {
    db.delete(demoPerson).run();
    if (isAsMade(waiting)) fill(db, createSystemScope(visitor.now), today, waiting);
  });
}

function fill(db: Db, system: SystemScope, today: Day, waiting: readonly Waiting[]): void {
  const accounts = new Map(waiting.map(({ name, account }) => [name, account]));
  function at(name: Name, days: number): Scope {
    const account = accounts.get(name);
    if (!account) throw notFound(name);
    return createScopeFor(system, account, system.now + days * DAY, dayFrom(today, Math.floor(days)));
  }
  for (const one of TASKS) addTask(db, at, today, one);
  for (const { by, purchased, ...fields } of ITEMS) {
    const { id } = createItem(db, at(by, -2), fields);
    if (purchased) updateItem(db, at(by, -1), { id, count: undefined, purchased });
  }
  for (const one of THREADS) addThread(db, at, one);
}

/** Whether everyone is still there, in the household of the first. */
function isAsMade(waiting: readonly Waiting[]): boolean {
  const head = waiting.find(({ name }) => name === PEOPLE[0])?.account;
  return PEOPLE.every(person =>
    waiting.some(
      ({ name, account }) =>
        name === person &&
        account.active &&
        account.deletedAt === null &&
        (account === head || account.managerId === head?.id),
    ),
  );
}

/** Written down a week before it is due, and done as the household did it. */
function addTask(db: Db, at: At, today: Day, plan: DemoTask): void {
  const { by, for: assigned = [], title, text, due, done, repeats, interval = 1 } = plan;
  const written = Math.max(FOUNDED, Math.min(due - 7, -1));
  const input = createTaskInput.parse({
    title,
    text,
    dueDate: noonOf(dayFrom(today, due)),
    assignees: assigned.map(name => at(name, written).userId),
    recurrenceType: repeats,
    recurrenceInterval: interval,
  });
  const task = createTask(db, at(by, written), input);
  const [worker = by] = assigned;
  if (done !== undefined) updateTask(db, at(worker, done), { id: task.id, completed: true });
  if (repeats) workOff(db, at, today, worker, { ...plan, first: task });
}

/** Completes one occurrence after the other, each so many days late, until the next would be after today. */
function workOff(
  db: Db,
  at: At,
  today: Day,
  worker: Name,
  { first, late = 0 }: DemoTask & { first: Task },
): void {
  for (let open: Task | undefined = first; open; ) {
    const days = (Date.parse(dayOf(open.dueDate)) - Date.parse(today)) / DAY + late;
    if (days >= 0) return;
    updateTask(db, at(worker, days), { id: open.id, completed: true });
    const scope = at(worker, days);
    const { items } = listTasks(db, scope, 'mine', { view: 'incomplete', order: 'asc', limit: 500 });
    open = items.find(one => one.title === first.title);
  }
}

function addThread(db: Db, at: At, { between, messages }: DemoThread): void {
  const [opening, ...answers] = messages;
  if (!opening) return;
  const [starter, hours, message] = opening;
  const users = between.map(name => at(name, 0).userId);
  const [thread] = startConversations(db, at(starter, -hours / 24), { users, message });
  if (!thread) return;
  const conversationId = thread.id;
  let sequence = thread.lastSequence;
  for (const [sender, ago, said] of answers) {
    const scope = at(sender, -ago / 24);
    // A person who answers has read what they answer to.
    markRead(db, scope, { conversationId, sequence });
    ({ sequence } = sendMessage(db, scope, { conversationId, message: said }));
  }
}

function dayFrom(today: Day, days: number): Day {
  return new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
}
