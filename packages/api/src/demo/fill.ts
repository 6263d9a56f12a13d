import { type Day, dayOf, noonOf } from '@onus/contract/dates/calendar';
import { createTaskInput } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { register } from '../auth/register.ts';
import { sendMessage } from '../chat/send.ts';
import { markRead, startConversations } from '../chat/start.ts';
import { DomainError, notFound } from '../core/errors.ts';
import { type Account, createScopeFor, type Scope, type SystemScope } from '../core/scope.ts';
import { createItem, updateItem } from '../grocery/edit.ts';
import { createMember } from '../member/edit.ts';
import { createTask, updateTask } from '../task/edit.ts';
import { listTasks } from '../task/list.ts';
import type { Task } from '../task/view.ts';
import { isEmpty } from './find.ts';
import { type DemoTask, type DemoThread, ITEMS, type Name, PEOPLE, TASKS, THREADS } from './household.ts';

/** A person of the household, so many days from today; fractions are hours. */
type At = (name: Name, days: number) => Scope;

export interface DemoAccount {
  name: Name;
  email: string;
  passwordHash: string;
}

const DAY = 86_400_000;
/** The household is a little older than the six months of the chart. */
const FOUNDED = -185;

/**
 * Fills an empty install with one household and half a year of its life, in one transaction. Everything goes
 * through the commands that people use, each at the time it is said to have happened.
 * @param accounts one for each of PEOPLE, in that order.
 * @throws DomainError CONFLICT when there is an account already.
 */
export function fillDemo(db: Db, scope: SystemScope, today: Day, accounts: readonly DemoAccount[]): void {
  db.transaction(
    () => {
      if (!isEmpty(db, scope)) {
        throw new DomainError('CONFLICT', 'This installation has accounts. Run the demo on an empty one.');
      }
      const at = household(db, scope, today, accounts);
      for (const one of TASKS) addTask(db, at, today, one);
      for (const { by, purchased, ...fields } of ITEMS) {
        const { id } = createItem(db, at(by, -2), fields);
        if (purchased) updateItem(db, at(by, -1), { id, count: undefined, purchased });
      }
      for (const one of THREADS) addThread(db, at, one);
    },
    { behavior: 'immediate' },
  );
}

/** Makes the people; answers how each of them acts at a time. */
function household(db: Db, system: SystemScope, today: Day, accounts: readonly DemoAccount[]): At {
  const people = new Map<Name, Account>();

  function at(name: Name, days: number): Scope {
    const account = people.get(name);
    if (!account) throw notFound(name);
    return createScopeFor(system, account, system.now + days * DAY, dayFrom(today, Math.floor(days)));
  }

  const [head] = PEOPLE;
  const founding = { ...system, now: system.now + FOUNDED * DAY };
  for (const { name, email, passwordHash } of accounts) {
    const account =
      name === head
        ? register(db, founding, { name, email, roles: ['Manager'] }, passwordHash)
        : createMember(db, at(head, FOUNDED), { username: name, email, roles: ['Employee'] }, passwordHash)
            .member;
    people.set(name, account);
  }
  return at;
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
