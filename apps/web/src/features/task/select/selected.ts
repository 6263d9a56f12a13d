import { createAtom } from '@tanstack/react-store';
import type { ListParts } from '../../../ui/list/long/long-list.tsx';
import type { Row } from '../list/use-done-tasks.ts';

/** The ids of the selected tasks. One list at a time has some. */
export const selected = createAtom<ReadonlySet<string>>(new Set<string>());

/** How far to select: by rows from the active one, or to the row at a place. */
export type Wanted = { by: 1 | -1 } | { at: number };

export interface ToolsProps extends ListParts {
  rows: readonly Row[];
  /** What was asked for and is not done yet, oldest first. */
  wanted: readonly Wanted[];
  onTaken: () => void;
}

/** The place of the row that was pressed; undefined outside of a row, and on a control of it. */
export function placeOf(target: EventTarget | null): number | undefined {
  if (!(target instanceof Element) || target.closest(CONTROL)) return undefined;
  const place = target.closest<HTMLElement>('[data-index]')?.dataset.index;
  return place === undefined ? undefined : Number(place);
}

/** A box that selects its row is part of the row. */
const CONTROL = 'a, button, input:not([data-selected]), textarea, select, label, form, [role=menu]';
