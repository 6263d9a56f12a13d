import type { QuickEntry } from '@onus/contract/quick-line/entry';
import type { QuickItem } from '@onus/contract/quick-line/item';
import { useEffect, useState } from 'react';

/** The form in which a text goes on, and what was understood of the text; null for an empty one. */
export type LineForm = { kind: 'task'; entry: QuickEntry | null } | { kind: 'item'; entry: QuickItem | null };

interface LineFormProps {
  text: string;
  read: LineForm;
  onForm: (form: LineForm) => void;
}

/** Opens the form once the parser of the line has loaded. */
export function useLineForm({ text, read, onForm }: LineFormProps) {
  const [isWanted, setWanted] = useState(false);
  const isEmpty = text.trim() === '';
  const isReady = isEmpty || read.entry !== null;
  const form = isEmpty ? EMPTY[read.kind] : read;
  useEffect(() => {
    if (!isWanted || !isReady) return;
    setWanted(false);
    onForm(form);
  }, [isWanted, isReady, form, onForm]);
  return { open: () => setWanted(true) };
}

const EMPTY = { task: { kind: 'task', entry: null }, item: { kind: 'item', entry: null } } as const;
