import type { Day } from '@onus/contract/dates/calendar';
import { transact } from '../storage/database.ts';
import { isSharedComputer } from '../storage/shared-computer.ts';

/** The last response to a query, as this browser stores it. */
export interface ReadRow {
  user: string;
  /** The query's hash. */
  key: string;
  queryKey: readonly unknown[];
  data: object;
  /** When it was requested, in epoch milliseconds. */
  requestedAt: number;
  /** The date here at that time, because the device may travel. Rows of earlier versions have none. */
  day?: Day;
  /** The version of the contract of the response. */
  v: number;
  /** Whether the response was changed for the date of today (next-day.ts). It is not stored so. */
  turned?: boolean;
}

/** The current rows of a person. Deletes old rows and those of other people. */
export async function readRows(user: string, since: number, v: number): Promise<ReadRow[]> {
  if (isSharedComputer()) return [];
  const rows: ReadRow[] = await transact('reads', 'readonly', store => store.getAll());
  const isOfUse = (row: ReadRow) => row.user === user && row.requestedAt >= since && row.v === v;
  for (const row of rows) {
    // The page does not wait for it.
    if (!isOfUse(row))
      transact('reads', 'readwrite', store => store.delete([row.user, row.key])).catch(() => {});
  }
  return rows.filter(isOfUse);
}

export async function writeRow(row: ReadRow): Promise<void> {
  if (!isSharedComputer()) await transact('reads', 'readwrite', store => store.put(row));
}

export async function deleteRows(): Promise<void> {
  if (!isSharedComputer()) await transact('reads', 'readwrite', store => store.clear());
}
