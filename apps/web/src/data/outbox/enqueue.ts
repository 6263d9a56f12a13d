import type { ItemRow } from '@onus/contract/fold/item-row';
import type { Named, Started } from '@onus/contract/fold/operation';
import { CONTRACT } from '@onus/contract/operation/headers';
import { v7 as uuid } from 'uuid';
import { currentUserId } from '../session/session.ts';
import type { InputOf, OfflinePath, OutputOf, Queued } from './operation.ts';
import { pump } from './pump.ts';
import { addRow } from './rows.ts';
import { waiting } from './settle.ts';
import { hide, show, tellOtherTabs } from './state.ts';

/** Options of an operation. The callbacks run only while this page is open. */
interface Options<Path extends OfflinePath> extends Named {
  /** The name of the row for the tray, if the input does not contain it. */
  about?: string;
  started?: Started;
  removed?: ItemRow;
  /** @param result null if the server no longer has its response. */
  done?: (result: OutputOf<Path> | null) => void;
  /** @returns true if the callback shows the error itself. */
  refused?: (error: Error, operation: Queued) => boolean;
}

/**
 * Queues a write of the current user. The lists show it at once, the browser stores it, and the pump sends it.
 * @returns whether the browser stored it. If not, the user sees the reason.
 */
export async function enqueue<Path extends OfflinePath>(
  path: Path,
  input: InputOf<Path>,
  options: Options<Path> = {},
): Promise<boolean> {
  const [isStored = false] = await enqueueAll(path, [{ input, ...options }]);
  return isStored;
}

/** The same for many writes, which show together. Each has its own verdict. @returns whether each was stored. */
export async function enqueueAll<Path extends OfflinePath>(
  path: Path,
  calls: readonly ({ input: InputOf<Path> } & Options<Path>)[],
): Promise<boolean[]> {
  const user = currentUserId();
  const operations = calls.map(({ input, done, refused, ...known }) => {
    const made = {
      ...known,
      op: uuid(),
      path,
      input,
      at: Date.now(),
      v: CONTRACT,
      user,
      open: 1,
    };
    waiting.set(made.op, { done: done as (result: unknown) => void, refused });
    return made as unknown as Queued;
  });
  show(...operations);
  const rows = await Promise.all(operations.map(stored));
  show(...rows.filter(row => row !== null));
  for (const [place, { op }] of operations.entries()) if (!rows[place]) hide(op);
  if (rows.includes(null)) reportUnsaved();
  tellOtherTabs(user);
  pump();
  return rows.map(row => row !== null);
}

/** The operation with its place in the outbox; null if it could not be stored. */
async function stored(operation: Queued): Promise<Queued | null> {
  return addRow(operation).then(
    seq => ({ ...operation, seq }),
    () => null,
  );
}

/** Calls the listener when a change could not be stored. @returns a function that removes the listener. */
export function whenUnsaved(listener: (message: string) => void): () => void {
  failureListeners.add(listener);
  return () => void failureListeners.delete(listener);
}

const failureListeners = new Set<(message: string) => void>();

/** For a change that could not be stored. */
export function reportUnsaved(): void {
  for (const listener of failureListeners) listener(UNSAVED);
}

const UNSAVED = 'This browser’s storage is full. The change was not saved.';
