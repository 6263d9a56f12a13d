import { createStoredAtom } from '../../lib/stored-atom.ts';

/** What the line is read as, in the order of Alt+1 to Alt+4. */
export const KINDS = [
  { id: 'task', label: 'Task' },
  { id: 'item', label: 'Item' },
  { id: 'message', label: 'Message' },
  { id: 'find', label: 'Find' },
] as const;

export type Kind = (typeof KINDS)[number]['id'];

/** The kind that was chosen, or that the unfinished line was begun with; null if the page chooses. */
export const lineKind = createStoredAtom<Kind | null>('onus.quick-kind', null);

const PREFIXES: Readonly<Record<string, Kind>> = { '+': 'item', '>': 'message', '/': 'find' };

/** A first character that names a kind counts for this line only. */
export function readPrefix(text: string): { prefix: string; body: string; prefixed: Kind | undefined } {
  const prefix = text.slice(0, 1);
  const prefixed = PREFIXES[prefix];
  return prefixed
    ? { prefix, body: text.slice(1), prefixed }
    : { prefix: '', body: text, prefixed: undefined };
}
