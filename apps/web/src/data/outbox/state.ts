import { marksOf } from '@onus/contract/fold/operation';
import { createAtom } from '@tanstack/react-store';
import { afterPaint, heardAfterPaint } from '../after-paint.ts';
import { currentUserId } from '../session/session.ts';
import { knowTime, timeNow } from '../time-now.ts';
import type { Queued } from './operation.ts';
import { isReadable, landedRows, removeRow, storedRows, type Unreadable } from './rows.ts';

/** The operations of the signed-in person: open ones, and applied ones that some lists do not contain yet. */
export const outbox = createAtom<readonly Queued[]>([]);

/** What the page renders of them: all, but for a moment after a tap whose result is there already. */
export const rendered = createAtom(outbox.get());
let isHeld = false;
outbox.subscribe(operations => {
  if (!isHeld) rendered.set(operations);
});

/** The same for what is beside the lists, which renders after their paint. */
export const renderedBeside = heardAfterPaint(rendered);

/**
 * Does something whose result the person sees already. What else it changes on the page renders after the next paint,
 * because that takes longer. @returns when it is rendered.
 */
export async function renderAfterPaint(act: () => Promise<void>): Promise<void> {
  isHeld = true;
  const isRendered = afterPaint(() => {
    isHeld = false;
    rendered.set(outbox.get());
  });
  await act();
  await isRendered;
}

/** The stored changes of that person that this version of the app cannot read. */
export const unreadable = createAtom<readonly Unreadable[]>([]);

/** The marks of waiting and refused rows, by row id. */
export const marks = createAtom(() => marksOf(rendered.get().filter(({ seq }) => seq !== undefined)));

/** Tells the other tabs to read the outbox again. */
const channel = new BroadcastChannel('onus-outbox');

/** Reads the outbox again when another tab has changed it. @returns a function that stops it. */
export function follow(user: string, heard: (landed: Queued[]) => void): () => void {
  const since = timeNow();
  let [isReading, isAsked] = [false, false];
  // One read at a time: every read that ends would make the others start again.
  const read = async () => {
    isAsked = true;
    if (isReading) return;
    isReading = true;
    while (isAsked) {
      isAsked = false;
      await load(user).catch(() => {});
      const landed = outbox.get().filter(one => (one.landedAt ?? 0) >= since && !handled.has(landingOf(one)));
      for (const one of landed) handled.add(landingOf(one));
      heard(landed);
    }
    isReading = false;
  };
  const listener = ({ data }: MessageEvent) => data === user && void read();
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}

/** The landings after which the lists were refetched here. An operation lands again on a restored server. */
const handled = new Set<string>();

function landingOf({ op, epoch }: Queued): string {
  return `${op} ${epoch}`;
}

export function tellOtherTabs(user: string): void {
  channel.postMessage(user);
}

/** Counts the changes of the outbox in this tab. A read of the stored rows that a change overtakes is out of date. */
let changes = 0;

function change(operations: readonly Queued[]): void {
  changes += 1;
  const former = new Map(outbox.get().map(one => [one.op, one]));
  // Someone else may have signed in while one of them was stored or sent.
  const mine = operations.filter(({ user }) => user === currentUserId());
  outbox.set(mine.map(one => asLearned(one, former.get(one.op))));
}

/**
 * An applied operation, with the time at which this tab learned of it. The verdict is older, by the time that it took to
 * store it. A list that was requested in between was read as one that may lack the operation.
 */
function asLearned(operation: Queued, former: Queued | undefined): Queued {
  knowTime(operation.landedAt);
  if (!former || operation.landedAt === undefined) return operation;
  const landedAt = former.landedAt ?? timeNow();
  // The same object renders nothing.
  return landedAt === operation.landedAt ? operation : { ...operation, landedAt };
}

/** Reads the stored outbox. Operations that are still being stored stay. */
export async function load(user: string, since = timeNow() - JUST_LANDED): Promise<void> {
  const before = changes;
  const rows = await storedRows(user);
  // Read second: an operation that lands in between counts once, as applied.
  const landed = await landedRows(user, since);
  if (changes !== before) return load(user, since);
  const stored = new Map([...rows.filter(isReadable), ...landed].map(row => [row.op, row]));
  const others = outbox.get().filter(one => one.user === user && !stored.has(one.op));
  // An applied operation stays until every list is newer than its verdict. An open one that is no longer stored was
  // sent or discarded in another tab.
  const kept = others.filter(({ seq, landedAt }) => seq === undefined || landedAt !== undefined);
  unreadable.set(rows.filter(row => !isReadable(row)));
  change([...[...stored.values()].sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0)), ...kept]);
}

/** When an operation last changed in this tab, in milliseconds since the page began, by router. */
export const ownChanges = new Map<string, number>();

/** Replaces the operations with the same ids, and appends the others. */
export function show(...operations: readonly Queued[]): void {
  const byId = new Map(outbox.get().map(one => [one.op, one]));
  for (const operation of operations) {
    if (operation.landedAt !== undefined) handled.add(landingOf(operation));
    ownChanges.set(operation.path.split('.')[0] ?? '', performance.now());
    byId.set(operation.op, operation);
  }
  change([...byId.values()]);
}

export function hide(op: string | undefined): void {
  change(outbox.get().filter(one => one.op !== op));
}

/** Waits until the browser has stored the operations of this tab, and what stored them was told. */
export async function whenStored(): Promise<void> {
  while (outbox.get().some(({ seq }) => seq === undefined)) await new Promise(requestAnimationFrame);
}

/** Removes an operation that was discarded or is obsolete. */
export async function forget({ op, seq, user }: Unreadable & { op?: string }): Promise<void> {
  if (seq !== undefined) await removeRow(seq);
  hide(op);
  unreadable.set(unreadable.get().filter(row => row.seq !== seq));
  tellOtherTabs(user);
}

/** Milliseconds: longer than an unused list is cached, so that every cached list includes the operation. */
const JUST_LANDED = 120_000;
