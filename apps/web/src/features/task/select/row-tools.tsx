import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useRef } from 'react';
import { useBack } from '../../../ui/overlay/use-back.ts';
import { useIsDesktop } from '../../../ui/use-is-desktop.ts';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import { SwipedRows } from '../swipe/swiped-rows.tsx';
import type { Task } from '../task.ts';
import { SelectBox } from './select-box.tsx';
import { selected, type ToolsProps } from './selected.ts';
import { isTask } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useSelecting } from './use-selecting.ts';
import { useSelectionActions } from './use-selection-actions.tsx';

/** What stands before a task while rows are selected. */
export function leadOf(task: Task): ReactNode {
  return <SelectBox task={task} />;
}

/** Selects rows by keys, shift-click and long press, acts on them together (rule 20.17), and swipes single ones. */
export function RowTools(list: ToolsProps) {
  const ids = useSelector(selected);
  const chosen = list.rows.filter(isTask).filter(({ id }) => ids.has(id));
  const isSelecting = chosen.length > 0;
  const bar = useRef<HTMLElement>(null);
  const moveButton = useRef<HTMLButtonElement>(null);
  const { end } = useSelecting(list, bar);
  const actions = useSelectionActions(chosen, end);
  const isDesk = useIsDesktop();
  useBack(isSelecting && !isDesk, end);
  const keys = {
    Escape: end,
    x: () => actions.mayEdit && actions.complete(),
    t: () => moveButton.current?.click(),
    a: () => actions.mayAssign && actions.assign(),
    [DELETE]: () => actions.mayDelete && actions.erase(),
  };
  useShortcuts(isSelecting ? keys : NO_KEYS);
  return (
    <>
      {isSelecting && (
        <SelectionBar ref={bar} moveButton={moveButton} count={chosen.length} actions={actions} onEnd={end} />
      )}
      {actions.dialogs}
      <SwipedRows {...list} isSelecting={isSelecting} />
    </>
  );
}

const DELETE = 'Delete';
const NO_KEYS = {};
