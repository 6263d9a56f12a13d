import type { SheetKind } from '@onus/contract/sheet-limits';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { textOf } from '../../lib/files.ts';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { counted, isTooLarge, TOO_LARGE } from './sheet.ts';

/** What was chosen. The id is made with it, so that an import that is sent twice is made once. */
interface Chosen {
  kind: SheetKind;
  table: string;
  id: string;
}

/** A table on its way: chosen, previewed, imported. */
export function useSheet(onDone: () => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const preview = trpc.sheet.preview.useMutation({ onError: error => toastError(messageOf(error)) });
  const change = trpc.sheet.import.useMutation({
    onSuccess({ count }, { kind }) {
      toastSuccess(`${counted(count, kind)} imported`);
      leave();
      onDone();
    },
    onError: error => toastError(messageOf(error)),
  });

  function leave(): void {
    setChosen(null);
    preview.reset();
  }

  function look(kind: SheetKind, table: string): void {
    leave();
    if (isTooLarge(table)) {
      toastError(TOO_LARGE);
      return;
    }
    setChosen({ kind, table, id: uuid() });
    preview.mutate({ kind, table });
  }

  return {
    shown: chosen && preview.data ? { kind: chosen.kind, preview: preview.data } : null,
    looking: preview.isPending,
    importing: change.isPending,
    look,
    leave,
    async lookAtFile(kind: SheetKind, file: File): Promise<void> {
      if (file.size > 1_000_000) toastError(TOO_LARGE);
      else look(kind, await textOf(file));
    },
    make(): void {
      if (chosen && preview.data) change.mutate({ ...chosen, count: preview.data.count });
    },
  };
}
