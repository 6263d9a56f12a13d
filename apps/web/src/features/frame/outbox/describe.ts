import type { OfflinePath, Queued } from '../../../data/outbox/operation.ts';
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

/** A short description of an operation, for example "Add “Milk”". */
export function describe(operation: Queued): string {
  const text = operation.about ?? textOf(operation)?.value;
  return `${verbOf(operation)}${text ? ` “${shortened(text)}”` : ''}`;
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
