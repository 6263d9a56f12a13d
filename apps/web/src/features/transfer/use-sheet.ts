import type { SheetKind } from '@onus/contract/transfer/sheet-limits';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { invalidateTopic } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { toastError, toastSuccess, toastUndo } from '../../ui/overlay/toast.tsx';
import { textOf } from './files.ts';
import { counted, isTooLarge, kindOf, TOO_LARGE } from './sheet.ts';

/** The chosen table with an id, so that a retry imports nothing twice. */
interface Chosen {
  kind: SheetKind;
  table: string;
  id: string;
}

/** An import that can be undone. */
interface Made extends Pick<Chosen, 'kind' | 'id'> {
  count: number;
}

/** The steps of an import: choose, preview, import, and undo. @param onKind called for a table of another kind. */
export function useSheet(onDone: () => void, onKind: (kind: SheetKind) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const preview = trpc.sheet.preview.useMutation({ onError: error => toastError(messageOf(error)) });
  const change = trpc.sheet.import.useMutation({
    onSuccess({ count }, { kind, id }) {
      setMade({ kind, id, count });
      toastUndo(`${counted(count, kind)} imported`, () => undo.mutate({ id }));
      leave();
      onDone();
    },
    onError: error => toastError(messageOf(error)),
  });
  const undo = trpc.sheet.undo.useMutation({
    onSuccess() {
      void invalidateTopic('task');
      void invalidateTopic('grocery');
      setMade(null);
      toastSuccess('The import was undone');
    },
    onError: error => toastError(messageOf(error)),
  });

  function leave(): void {
    setChosen(null);
    preview.reset();
  }

  function look(named: SheetKind, table: string): void {
    leave();
    const kind = kindOf(table, named);
    if (kind !== named) onKind(kind);
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
    made,
    undoing: undo.isPending,
    undo: () => made && undo.mutate({ id: made.id }),
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
