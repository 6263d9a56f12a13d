import { type ExportPage, joinPages } from '@onus/contract/transfer/export-parts';
import { useState } from 'react';
import { trpc } from '../../data/trpc.ts';
import { todayHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { toastError } from '../../ui/toast/toast.tsx';
import { saveFile } from './files.ts';

type Kind = 'mine' | 'household';

/** Reads an export page by page, so that a long one delays no other calls, and saves it as a file. */
export function useExport() {
  const { client } = trpc.useUtils();
  const [running, setRunning] = useState<{ kind: Kind; rows: number } | null>(null);

  async function read(kind: Kind): Promise<[ExportPage, ...ExportPage[]]> {
    const { query } = client.archive[kind];
    const pages: [ExportPage, ...ExportPage[]] = [await query({})];
    for (let { nextCursor } = pages[0]; nextCursor; nextCursor = pages.at(-1)?.nextCursor ?? null) {
      pages.push(await query({ cursor: nextCursor }));
      setRunning({ kind, rows: pages.reduce((sum, page) => sum + rowsOf(page), 0) });
    }
    return pages;
  }

  async function save(kind: Kind): Promise<void> {
    setRunning({ kind, rows: 0 });
    try {
      const file = joinPages(await read(kind));
      saveFile(`onus-export-${todayHere()}.json`, JSON.stringify(file, null, 1), 'application/json');
    } catch (error) {
      toastError(messageOf(error));
    }
    setRunning(null);
  }

  return { running, save };
}

function rowsOf({ tasks, groceries, messages }: ExportPage): number {
  return tasks.length + groceries.length + messages.length;
}
