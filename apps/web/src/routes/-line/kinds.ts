import { useSelector } from '@tanstack/react-store';
import { submittedLines } from '../../data/outbox/lines.ts';
import { type LinePlace, useQuickDraft } from '../../features/task/quick-add/quick-draft.ts';
import { createStoredAtom } from '../../lib/stored-atom.ts';

/** What a line is read as, in the order of Alt+1 to Alt+4. */
export const KINDS = [
  { id: 'task', label: 'Task' },
  { id: 'item', label: 'Item' },
  { id: 'message', label: 'Message' },
  { id: 'find', label: 'Find' },
] as const;

export type Kind = (typeof KINDS)[number]['id'];

/** The kinds that were chosen, or that an unfinished line was begun with, by field. */
const kinds = createStoredAtom<Readonly<Record<string, Kind | null>>>('onus.quick-kinds', {});

/** The unfinished line of a place, and its kind: null if the page chooses. */
export function useLine(place: LinePlace) {
  const line = useQuickDraft(place);
  const { field } = line;
  const kind = useSelector(kinds)[field] ?? null;
  return { ...line, kind, setKind: (next: Kind | null) => kinds.set({ ...kinds.get(), [field]: next }) };
}

export type LineText = ReturnType<typeof useLine>;

/** The waiting lines of a field, oldest first, and how to replace them. */
export function useWaiting(field: string) {
  const lines = useSelector(submittedLines)[field] ?? NONE;
  return [
    lines,
    (next: readonly string[]) => submittedLines.set({ ...submittedLines.get(), [field]: next }),
  ] as const;
}

const NONE: readonly string[] = [];

const PREFIXES: Readonly<Record<string, Kind>> = { '+': 'item', '>': 'message', '/': 'find' };

/** A first character that names a kind counts for this line only. */
export function readPrefix(text: string): { prefix: string; body: string; prefixed: Kind | undefined } {
  const prefix = text.slice(0, 1);
  const prefixed = PREFIXES[prefix];
  return prefixed
    ? { prefix, body: text.slice(1), prefixed }
    : { prefix: '', body: text, prefixed: undefined };
}

/** What a line with this text is read as on a page. */
export function kindOf({ kind, draft }: LineText, page: { kind: Kind }): Kind {
  return readPrefix(draft.text).prefixed ?? kind ?? page.kind;
}

/** The kind that a key chooses. */
export function kindOfKey({ altKey, code }: { altKey: boolean; code: string }): Kind | undefined {
  return altKey ? KINDS[Number(/^Digit([1-4])$/.exec(code)?.[1]) - 1]?.id : undefined;
}

/** Chooses what the text is read as. A first character that names a kind goes. */
export function chooseKind(line: LineText, next: Kind): void {
  line.setKind(next);
  const { prefix, body } = readPrefix(line.draft.text);
  if (prefix) line.change(body.trimStart());
}
