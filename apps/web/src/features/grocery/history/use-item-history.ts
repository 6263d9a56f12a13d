import { enqueue } from '../../../data/outbox/enqueue.ts';
import { POLLED } from '../../../data/query-client.ts';
import { type Entry, type Restoring, stepsOf } from '../../../data/reads/history.ts';
import { progressOf } from '../../../data/reads/pages.ts';
import { trpc } from '../../../data/trpc.ts';
import { dollars } from '../../../lib/words/money.ts';
import { shortened } from '../../../lib/words/text.ts';
import type { Step } from '../../../ui/overlay/history-dialog.tsx';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Item } from '../grocery.ts';

/** The history of an item in words, with what restores each state. */
export function useItemHistory(item: Item, isOpen: boolean, onClose: () => void) {
  const list = trpc.grocery.history.useInfiniteQuery(
    { id: item.id },
    { ...POLLED, enabled: isOpen, getNextPageParam: page => page.nextCursor },
  );
  const steps =
    list.data &&
    stepsOf(list.data.pages, {
      now: { ...item },
      titleOf,
      linesOf: (entries, index) => (entries[index]?.changes ?? []).flatMap(lineOf),
      restore(restoring, at) {
        onClose();
        void restoreState(item, restoring, at);
      },
    });
  return { steps, ...progressOf(list) };
}

const VERBS = { created: 'added', edited: 'changed', deleted: 'removed', restored: 'restored' };

function titleOf({ by, kind }: Entry): string {
  return `${by?.username ?? 'Someone'} ${VERBS[kind]} this`;
}

async function restoreState(
  { id, name }: Item,
  { set, was }: Restoring,
  at: string | undefined,
): Promise<void> {
  const about = name;
  if (!(await enqueue('grocery.update', { id, ...set, was: withoutFlag(was) }, { about }))) return;
  toastUndo(
    `“${shortened(name)}” restored${at ? ` to ${at}` : ''}`,
    () => void enqueue('grocery.update', { id, ...was, was: withoutFlag(set) }, { about }),
  );
}

/** Whether it is bought is set and never merged. */
function withoutFlag({ purchased: _flag, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields;
}

function lineOf({ field, before, after }: Entry['changes'][number]): Step['changes'] {
  if (field === 'purchased') return [{ label: after ? 'Ticked off' : 'Put back' }];
  const format = FORMATS[field as keyof typeof FORMATS];
  return format ? [{ label: format.label, before: format.words(before), after: format.words(after) }] : [];
}

const FORMATS = {
  name: { label: 'Item Name', words: String },
  count: { label: 'Count', words: String },
  price: { label: 'Price', words: (value: unknown) => dollars(Number(value)) },
  section: { label: 'Section', words: (value: unknown) => (value === null ? 'None' : String(value)) },
};
