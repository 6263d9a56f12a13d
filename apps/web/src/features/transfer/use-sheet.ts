import type { SheetKind } from '@onus/contract/transfer/sheet-limits';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { invalidateTopic } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import { toastUndo } from '../../ui/toast/undo-toast.ts';
import { textOf } from './files.ts';
import { partsOf } from './parts.ts';
import { counted, isTooLarge, kindOf, TOO_LARGE } from './sheet.ts';

/** What was chosen, each part with an id, so that a retry imports nothing twice. */
interface Chosen {
  kind: SheetKind;
  parts: { table: string; id: string }[];
  /** The part that is previewed. */
  at: number;
}

/** An import that can be undone: the ids of its parts. */
interface Made {
  kind: SheetKind;
  ids: string[];
  count: number;
}

/** Bytes of a file that is looked at: an export of Vikunja has the attachments in it. */
const MOST_BYTES = 200_000_000;

/** The steps of an import: choose, preview and import each part, and undo. @param onKind called for a table of another kind. */
export function useSheet(onDone: () => void, onKind: (kind: SheetKind) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const preview = trpc.sheet.preview.useMutation({ onError: error => toastError(messageOf(error)) });
  const undo = useUndo(() => setMade(null));
  const change = trpc.sheet.import.useMutation({
    onSuccess({ count }, { kind, id }) {
      if (!chosen) return;
      const before = chosen.at > 0 && made ? made : { ids: [], count: 0 };
      const all = { kind, ids: [...before.ids, id], count: before.count + count };
      setMade(all);
      toastUndo(`${counted(count, kind)} imported`, () => undo.start(all.ids));
      if (chosen.at + 1 < chosen.parts.length) show({ ...chosen, at: chosen.at + 1 });
      else {
        leave();
        onDone();
      }
    },
    onError: error => toastError(messageOf(error)),
  });

  function leave(): void {
    setChosen(null);
    preview.reset();
  }

  function show(next: Chosen): void {
    setChosen(next);
    preview.mutate({ kind: next.kind, table: next.parts[next.at]?.table ?? '' });
  }

  function look(named: SheetKind, text: string): void {
    leave();
    const kind = kindOf(text, named);
    if (kind !== named) onKind(kind);
    const tables = partsOf(kind, text);
    if (tables.some(isTooLarge)) toastError(TOO_LARGE);
    else show({ kind, parts: tables.map(table => ({ table, id: uuid() })), at: 0 });
  }

  return {
    shown: chosen && preview.data ? { ...chosen, of: chosen.parts.length, preview: preview.data } : null,
    looking: preview.isPending,
    importing: change.isPending,
    made,
    undoing: undo.isPending,
    undo: () => made && undo.start(made.ids),
    look,
    leave,
    async lookAtFile(kind: SheetKind, file: File): Promise<void> {
      if (file.size > MOST_BYTES) return void toastError('This file is larger than 200 MB.');
      try {
        look(kind, await textOf(file));
      } catch (error) {
        toastError(messageOf(error));
      }
    },
    make(): void {
      const part = chosen?.parts[chosen.at];
      if (chosen && part && preview.data) {
        change.mutate({ kind: chosen.kind, ...part, count: preview.data.count });
      }
    },
  };
}

/** Undoes the parts of an import, the last one first. */
function useUndo(onDone: () => void) {
  const undo = trpc.sheet.undo.useMutation();
  return {
    isPending: undo.isPending,
    async start(ids: readonly string[]): Promise<void> {
      try {
        for (const id of ids.toReversed()) await undo.mutateAsync({ id });
        onDone();
        toastSuccess('The import was undone');
      } catch (error) {
        toastError(messageOf(error));
      }
      void invalidateTopic('task');
      void invalidateTopic('grocery');
    },
  };
}
