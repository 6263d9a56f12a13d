import { noonOf } from '@onus/contract/dates/calendar';
import { foldItems } from '@onus/contract/fold/grocery';
import type { ItemRow } from '@onus/contract/fold/item-row';
import type { Person } from '@onus/contract/fold/task';
import { readQuickEntry } from '@onus/contract/quick-line/entry';
import { type QuickItem, toBuy } from '@onus/contract/quick-line/item';
import { v7 as uuid } from 'uuid';
import { enqueue, enqueueAll } from '../../../data/outbox/enqueue.ts';
import { queuedFor } from '../../../data/outbox/use-outbox.ts';
import { queries } from '../../../data/queries.ts';
import { nearDate, todayHere } from '../../../lib/dates.ts';
import { dateOrder } from '../../../lib/words/date-order.ts';
import { counted, shortened } from '../../../lib/words/text.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
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

/**
 * Adds each line of a message to the groceries, the first hundred of a longer one. What is on the list becomes more
 * instead of a second row: one item on request, several at once.
 */
export async function putOnList(message: string, me: Person): Promise<void> {
  const lines = itemsOf(message);
  const known = await itemsOnList(me);
  const wanted = lines.slice(0, ITEMS_AT_ONCE).map(item => ({ item, there: toBuy(known, item.name) }));
  const [first] = wanted;
  if (!first) return;
  const { item, there } = first;
  if (there && wanted.length === 1) {
    const more = { label: `+${counted(item.count)}`, onClick: () => void adjust([{ item, there }], 1) };
    toastSuccess(`“${shortened(there.name)}” is on the list`, more);
    return;
  }
  const added = await create(wanted.flatMap(one => (one.there ? [] : [one.item])));
  const more = wanted.flatMap(one => (one.there ? [{ item: one.item, there: one.there }] : []));
  await adjust(more, 1);
  const count = added.length + more.length;
  if (count === 0) return;
  const were = more.length > 0 ? `; ${counted(more.length)} of them became more` : '';
  toastUndo(`${saidOf(item.name, count, lines.length)} on the list${were}`, () => {
    const calls = added.map(({ id, name }) => ({ input: { id }, about: name }));
    void enqueueAll('grocery.delete', calls);
    void adjust(more, -1);
  });
}

/** @returns what this browser has stored. */
async function create(items: readonly QuickItem[]) {
  const inputs = items.map(({ name, count, price, section }) => ({
    ...{ id: uuid(), name, count, section },
    ...(price !== null && { price }),
  }));
  const stored = await enqueueAll(
    'grocery.create',
    inputs.map(input => ({ input })),
  );
  return inputs.filter((_input, place) => stored[place]);
}

/** Adds the counts to the items on the list, or takes them back. */
async function adjust(all: readonly { item: QuickItem; there: ItemRow }[], sign: 1 | -1): Promise<void> {
  await enqueueAll(
    'grocery.adjust',
    all.map(({ item, there: { id, name } }) => ({ input: { id, by: sign * item.count }, about: name })),
  );
}

/** The list, as this browser has it if the server does not answer. */
async function itemsOnList(me: Person): Promise<readonly ItemRow[]> {
  const kept = queries.grocery.page.getInfiniteData({});
  const asked = navigator.onLine ? queries.grocery.page.fetchInfinite({}, UNTIL_CHANGED) : kept;
  const late = new Promise<typeof kept>(resolve => setTimeout(resolve, PATIENCE, kept));
  const data = await Promise.race([Promise.resolve(asked).catch(() => kept), late]);
  if (!data) return [];
  return foldItems(
    data.pages.flatMap(page => page.items),
    queuedFor(data),
    me,
  );
}

/** A change event makes it stale before. */
const UNTIL_CHANGED = { staleTime: Number.POSITIVE_INFINITY };

/** Milliseconds. */
const PATIENCE = 2_000;

function saidOf(name: string, added: number, lines: number): string {
  if (lines === 1) return `“${shortened(name)}” is`;
  return added === lines ? `${counted(added)} items are` : `${counted(added)} of ${counted(lines)} items are`;
}
