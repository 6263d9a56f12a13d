import { type ExportPage, joinPages } from '@onus/contract/transfer/export-parts';
import { createAtom, useSelector } from '@tanstack/react-store';
import { currentUserId, useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { todayHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { toastError } from '../../ui/toast/toast.tsx';
import { saveFile } from './files.ts';

type Kind = 'mine' | 'household';

/** The export that runs, and whose it is. It goes on while they are on another page. */
const run = createAtom<{ user: string; kind: Kind; rows: number } | null>(null);

/** Reads an export page by page, so that a long one delays no other calls, and saves it as a file. */
export function useExport() {
  const { client } = trpc.useUtils();
  const { id: user } = useCurrentUser();
  const latest = useSelector(run);

  async function read(kind: Kind): Promise<[ExportPage, ...ExportPage[]]> {
    const { query } = client.archive[kind];
    const pages: [ExportPage, ...ExportPage[]] = [await query({})];
    for (let { nextCursor } = pages[0]; nextCursor; nextCursor = pages.at(-1)?.nextCursor ?? null) {
      if (currentUserId() !== user) break;
      pages.push(await query({ cursor: nextCursor }));
      mark({ user, kind, rows: pages.reduce((sum, page) => sum + rowsOf(page), 0) });
    }
    return pages;
  }

  async function save(kind: Kind): Promise<void> {
    run.set({ user, kind, rows: 0 });
    let end = () => {};
    try {
      const file = joinPages(await read(kind));
      end = () =>
        saveFile(`onus-export-${todayHere()}.json`, JSON.stringify(file, null, 1), 'application/json');
    } catch (error) {
      end = () => toastError(messageOf(error));
    }
    // Who has left, or is someone else, asked for nothing.
    if (currentUserId() === user) end();
    mark(null);
  }

  /** The next person in this browser may have begun one since. */
  function mark(next: ReturnType<typeof run.get>): void {
    if (run.get()?.user === user) run.set(next);
  }

  return { running: latest?.user === user ? latest : null, save };
}

function rowsOf({ tasks, groceries, messages }: ExportPage): number {
  return tasks.length + groceries.length + messages.length;
}
