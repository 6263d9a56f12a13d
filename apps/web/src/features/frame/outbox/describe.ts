import type { OfflinePath, Queued } from '../../../data/outbox/operation.ts';
import { shortDate } from '../../../lib/dates.ts';
import { dollars } from '../../../lib/words/money.ts';
import { shortened } from '../../../lib/words/text.ts';

const VERBS: Record<OfflinePath, string> = {
  'task.create': 'Add',
  'task.update': 'Change',
  'task.assign': 'Assign',
  'task.skip': 'Skip',
  'task.undoSkip': 'Undo the skip of',
  'task.delete': 'Delete',
  'task.restore': 'Restore',
  'grocery.create': 'Add',
  'grocery.update': 'Change',
  'grocery.adjust': 'Count',
  'grocery.delete': 'Remove',
  'grocery.restore': 'Restore',
  'grocery.clearCart': 'Clear cart',
  'chat.start': 'Send',
  'chat.send': 'Send',
  'chat.edit': 'Change',
  'chat.delete': 'Delete',
  'chat.markRead': 'Read',
};

/** A short description of an operation, for example "Add “Milk”" or "Change “Milk”: price $1.39". */
export function describe(operation: Queued): string {
  const text = operation.about ?? textOf(operation)?.value;
  const changes = changesIn(operation);
  return `${verbOf(operation)}${text ? ` “${shortened(text)}”` : ''}${changes ? `: ${changes}` : ''}`;
}

/** What a change writes, as far as it fits in a line. */
function changesIn(operation: Queued): string {
  const { path, input, about } = operation;
  if (path !== 'task.update' && path !== 'grocery.update') return '';
  const price = 'price' in input ? input.price : undefined;
  const dueDate = 'dueDate' in input ? input.dueDate : undefined;
  const name = textOf(operation)?.value;
  const changes = [
    name === undefined || name === about ? '' : `now “${shortened(name)}”`,
    price === undefined ? '' : `price ${dollars(Number(price))}`,
    dueDate === undefined ? '' : `due ${shortDate(dueDate)}`,
  ];
  return changes.filter(Boolean).join(', ');
}

function verbOf({ path, input }: Queued): string {
  if (path === 'task.update' && input.completed !== undefined) return input.completed ? 'Complete' : 'Reopen';
  if (path === 'grocery.update' && input.purchased !== undefined) {
    return input.purchased ? 'Tick off' : 'Put back';
  }
  return VERBS[path];
}

/** The text of an operation that can be edited, with the label of its field; undefined if it has none. */
export function textOf({ path, input }: Queued) {
  const field = FIELDS.find(([, name]) => name in input);
  const value = field && (input as Record<string, unknown>)[field[1]];
  if (!field || typeof value !== 'string' || path === 'task.delete') return undefined;
  return { label: field[0], name: field[1], value };
}

const FIELDS = [
  ['Title', 'title'],
  ['Item Name', 'name'],
  ['Message', 'message'],
] as const;
