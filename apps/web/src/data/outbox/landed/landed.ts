import { LANDED_KEPT_FOR } from '@onus/contract/operation/retention';
import { epoch } from '../../connection.ts';
import type { Queued } from '../operation.ts';
import { pump } from '../pump.ts';
import { landedRows, openRows, putRows, removeRow } from '../rows.ts';
import { load, tellOtherTabs } from '../state.ts';

/**
 * Keeps applied operations for a while, and sends them again to a server that was restored from a backup. The server
 * skips those that the backup contains. It is no lazy module: one that fails to load while the server restarts stays
 * away until the page is reloaded. @returns a function that stops it.
 */
export function keepLanded(user: string): () => void {
  let [isOver, later] = [false, undefined as ReturnType<typeof setTimeout> | undefined];
  function start(): void {
    void resend(user, true).catch(() => {});
    wait();
  }
  function wait(): void {
    clearTimeout(later);
    if (!isOver) later = setTimeout(() => void again().catch(() => {}), OTHERS_FIRST);
  }
  async function again(): Promise<void> {
    // What is still on its way may be refused yet.
    const isSending = (await openRows(user)).some(isOnItsWay);
    await resend(user, false);
    if (isSending) wait();
  }
  start();
  const { unsubscribe } = epoch.subscribe(start);
  return () => {
    isOver = true;
    unsubscribe();
    clearTimeout(later);
  };
}

/** Milliseconds in which other browsers bring their new rows: what changes one of those must find it. */
const OTHERS_FIRST = 15_000;

/** The first message of a thread adds two: itself and the thread. Messages keep their order, so all of them go first. */
function isNewRow({ path }: Queued): boolean {
  return /\.(create|start|send)$/.test(path);
}

/** Whether it is sent again for the first time: such a row keeps its former epoch (operation.ts). */
function isOnItsWay({ epoch: former, refusal }: Queued): boolean {
  return former !== undefined && refusal === undefined;
}

/** @param isFirst a row that is refused now keeps its epoch, by which it is sent once more (settle.ts). */
async function resend(user: string, isFirst: boolean): Promise<void> {
  const current = epoch.get();
  if (current === null) return;
  const landed = await withoutOld(await landedRows(user, 0));
  const missing = landed.filter(
    row => row.epoch !== undefined && row.epoch !== current && (!isFirst || isNewRow(row)),
  );
  if (missing.length === 0) return;
  await putRows(
    missing.map(({ landedAt: _landedAt, epoch: old, ...row }) => ({
      ...(row as Queued),
      open: 1,
      ...(isFirst && old !== undefined && { epoch: old }),
    })),
  );
  await load(user);
  tellOtherTabs(user);
  pump();
}

/** Deletes the rows that were kept long enough. @returns the others. */
async function withoutOld(landed: readonly Queued[]): Promise<readonly Queued[]> {
  const since = Date.now() - LANDED_KEPT_FOR;
  const isOld = ({ landedAt = 0 }: Queued) => landedAt < since;
  for (const { seq } of landed.filter(isOld)) if (seq !== undefined) await removeRow(seq);
  return landed.filter(row => !isOld(row));
}
