import { noonOf } from '@onus/contract/dates/calendar';
import { readQuickEntry } from '@onus/contract/quick-line/entry';
import { v7 as uuid } from 'uuid';
import { enqueue, enqueueAll } from '../../../data/outbox/enqueue.ts';
import { dateOrder, nearDate, todayHere } from '../../../lib/dates.ts';
import { counted, shortened } from '../../../lib/words/text.ts';
import { toastUndo } from '../../../ui/overlay/toast.tsx';
import { itemsOf, taskTextsOf } from './message-texts.ts';

/** Makes a task of a message, for the reader. @param sentAt epoch milliseconds: "tomorrow" counts from then. */
export async function makeTask(message: string, sentAt: number, me: string): Promise<void> {
  const texts = taskTextsOf(message);
  const today = todayHere();
  const { day: named, dueTime } = readQuickEntry(texts.title, {
    today: todayHere(new Date(sentAt)),
    order: dateOrder(),
    ...{ people: [], plain: [], me },
  });
  const isLater = named > today;
  const [id, day] = [uuid(), isLater ? named : today];
  // The time belongs to the day that was named. On another day it would mean nothing.
  const when = { dueDate: noonOf(day), dueTime: named < today ? null : dueTime };
  if (!(await enqueue('task.create', { id, ...texts, ...when, assignees: [me] }))) return;
  const said = isLater ? `Task Created for ${nearDate(day, today)}` : 'Task Created';
  toastUndo(said, () => void enqueue('task.delete', { id }, { about: texts.title }));
}

/** The most lines of one message that become items at once: each is an operation of its own. */
const ITEMS_AT_ONCE = 100;

/** Adds each line of a message to the groceries, the first hundred of a longer one. */
export async function putOnList(message: string): Promise<void> {
  const lines = itemsOf(message);
  const items = lines.slice(0, ITEMS_AT_ONCE).map(({ name, count, price, section }) => ({
    ...{ id: uuid(), name, count, section },
    ...(price !== null && { price }),
  }));
  const stored = await enqueueAll(
    'grocery.create',
    items.map(input => ({ input })),
  );
  const added = items.filter((_item, place) => stored[place]);
  const [first] = added;
  if (!first) return;
  toastUndo(`${saidOf(first.name, added.length, lines.length)} on the list`, () => {
    const calls = added.map(({ id, name }) => ({ input: { id }, about: name }));
    void enqueueAll('grocery.delete', calls);
  });
}

function saidOf(name: string, added: number, lines: number): string {
  if (lines === 1) return `“${shortened(name)}” is`;
  return added === lines ? `${counted(added)} items are` : `${counted(added)} of ${counted(lines)} items are`;
}
