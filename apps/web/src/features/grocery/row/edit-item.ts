import { enqueue } from '../../../data/outbox/enqueue.ts';
import { rememberUndo } from '../../../lib/undo.ts';
import { shortened } from '../../../lib/words/text.ts';
import type { Item } from '../grocery.ts';

interface Changes {
  name?: string;
  count?: number;
  price?: number;
  section?: string | null;
}

/** With the former values: if another person has changed a field since, their value is kept and offered. `z` undoes it. */
export async function editItem(item: Item, changes: Changes): Promise<void> {
  const { id, name } = item;
  const fields = Object.keys(changes) as (keyof Changes)[];
  const was = Object.fromEntries(fields.map(field => [field, item[field]]));
  if (!(await enqueue('grocery.update', { id, ...changes, was }, { about: name }))) return;
  rememberUndo(
    `“${shortened(name)}” changed`,
    () => void enqueue('grocery.update', { id, ...was, was: changes }, { about: name }),
  );
}
