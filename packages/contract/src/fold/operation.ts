import type { z } from 'zod';
import type { chatIdInput, editInput, markReadInput, sendInput, startInput } from '../chat.ts';
import type {
  adjustItemInput,
  clearCartInput,
  createItemInput,
  itemIdInput,
  updateItemInput,
} from '../grocery.ts';
import type {
  assignTaskInput,
  createTaskInput,
  skipTaskInput,
  taskIdInput,
  undoSkipInput,
  updateTaskInput,
} from '../task.ts';
import type { ItemRow } from './item-row.ts';

/** A queued call of a procedure. What stands beside its input is what this device knows; the server does not get it. */
interface Call<Path extends string, Input> {
  /** The id of the operation. The ids of rows are in the input. */
  op: string;
  path: Path;
  input: Input;
  /** Epoch milliseconds of the tap, by this device's clock. */
  at: number;
}

/** What this device knows about the people that it assigns: their names are not in the input. */
export interface Named {
  people?: readonly { id: string; username: string }[];
}

export type TaskOperation =
  | (Call<'task.create', z.input<typeof createTaskInput>> & Named)
  | Call<'task.update', z.input<typeof updateTaskInput>>
  | (Call<'task.assign', z.input<typeof assignTaskInput>> & Named)
  | Call<'task.skip', z.input<typeof skipTaskInput>>
  | Call<'task.undoSkip', z.input<typeof undoSkipInput>>
  | Call<'task.delete', z.input<typeof taskIdInput>>
  | Call<'task.restore', z.input<typeof taskIdInput>>;

export type GroceryOperation =
  | Call<'grocery.create', z.input<typeof createItemInput>>
  | Call<'grocery.update', z.input<typeof updateItemInput>>
  | Call<'grocery.adjust', z.input<typeof adjustItemInput>>
  | Call<'grocery.delete', z.input<typeof itemIdInput>>
  | (Call<'grocery.restore', z.input<typeof itemIdInput>> & { removed?: ItemRow })
  | Call<'grocery.clearCart', z.output<typeof clearCartInput>>;

/** What this device knows about a thread that it starts. */
export interface Started {
  with: { id: string; username: string; email: string };
  /** The id that the server will give to the first message. */
  messageId: string;
}

export type ChatOperation =
  | (Call<'chat.start', z.input<typeof startInput>> & { started?: Started })
  | Call<'chat.send', z.input<typeof sendInput>>
  | Call<'chat.edit', z.input<typeof editInput>>
  | Call<'chat.delete', z.input<typeof chatIdInput>>
  | Call<'chat.markRead', z.input<typeof markReadInput>>;

/** The operations that lists show before the server has applied them. */
export type Operation = TaskOperation | GroceryOperation | ChatOperation;

/** The verdict on an operation, if there is one. */
export interface Fate {
  /** When the response arrived that the operation was applied, in epoch milliseconds. */
  landedAt?: number | undefined;
  /** The server's reason for refusing it. */
  refusal?: string | undefined;
}

/**
 * The operations to apply to a list, by the time of its request. A list contains an applied operation only if it was
 * not requested before the verdict arrived. Of the refused operations only those that add a row stay, because their text is
 * nowhere else.
 */
export function onList<Queued extends Operation & Fate>(
  operations: readonly Queued[],
  requestedAt: number,
): readonly Queued[] {
  return operations.filter(({ landedAt, refusal, path }) =>
    refusal === undefined ? landedAt === undefined || landedAt > requestedAt : ADDING.has(path),
  );
}

const ADDING: ReadonlySet<string> = new Set<Operation['path']>([
  'task.create',
  'grocery.create',
  'chat.send',
  'chat.start',
]);

/** The mark beside the content of a row. */
export type Mark = 'waiting' | 'refused';

/** The marks of waiting and refused rows, by row id. A refusal comes before waiting. */
export function marksOf(operations: readonly (Operation & Fate)[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const operation of operations) {
    const id = markedRow(operation);
    if (operation.landedAt !== undefined || id === undefined) continue;
    if (operation.refusal !== undefined) marks.set(id, 'refused');
    else if (!marks.has(id)) marks.set(id, 'waiting');
  }
  return marks;
}

/** The id of the row that shows the mark; undefined if none does. */
function markedRow(operation: Operation): string | undefined {
  if (operation.path === 'chat.markRead' || operation.path === 'grocery.clearCart') return undefined;
  return operation.path === 'chat.start' ? operation.started?.messageId : operation.input.id;
}
