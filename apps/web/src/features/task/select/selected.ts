import { createAtom } from '@tanstack/react-store';
import type { ListParts } from '../../../ui/list/long/long-list.tsx';
import type { Row } from '../list/use-done-tasks.ts';

/** The ids of the selected tasks. One list at a time has some. */
export const selected = createAtom<ReadonlySet<string>>(new Set<string>());

/** How far to select: by rows from the active one, or to the row with an id. */
export type Wanted = { by: 1 | -1 } | { to: string };

export interface ToolsProps extends ListParts {
  rows: readonly Row[];
  /** What was asked for and is not done yet, oldest first. */
  wanted: readonly Wanted[];
  onTaken: () => void;
}

/** The id of the row that was pressed; undefined outside of a row, and on a control of it. */
export function idOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element) || target.closest(CONTROL)) return undefined;
  return target.closest<HTMLElement>('[data-id]')?.dataset.id;
}

/** A box that selects its row is part of the row. */
const CONTROL = 'a, button, input:not([data-selected]), textarea, select, label, form, [role=menu]';
