import { LANDED_KEPT_FOR } from '@onus/contract/operation/retention';
import { epoch } from '../../connection.ts';
import type { Queued } from '../operation.ts';
import { pump } from '../pump.ts';
import { landedRows, putRows, removeRow } from '../rows.ts';
import { load, tellOtherTabs } from '../state.ts';

/**
 * Sends applied operations again to a server that was restored from a backup. The server skips those that the backup
 * contains. @returns a function that stops it.
 */
export function resendLanded(user: string): () => void {
  void sweep(user).catch(() => {});
  void resend(user, true).catch(() => {});
  const later = setTimeout(() => void resend(user, false).catch(() => {}), OTHERS_FIRST);
  return () => clearTimeout(later);
}

/** Milliseconds in which other browsers bring their new rows: what changes one of those must find it. */
const OTHERS_FIRST = 15_000;

/** The first message of a thread adds two: itself and the thread. Messages keep their order, so all of them go first. */
function isNewRow({ path }: Queued): boolean {
  return /\.(create|start|send)$/.test(path);
}

/** @param isFirst a row that is refused now keeps its epoch, by which it is sent once more (settle.ts). */
async function resend(user: string, isFirst: boolean): Promise<void> {
  const current = epoch.get();
  if (current === null) return;
  const landed = await landedRows(user, Date.now() - LANDED_KEPT_FOR);
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

async function sweep(user: string): Promise<void> {
  const before = Date.now() - LANDED_KEPT_FOR;
  for (const { seq, landedAt = 0 } of await landedRows(user, 0)) {
    if (seq !== undefined && landedAt < before) await removeRow(seq);
  }
}
