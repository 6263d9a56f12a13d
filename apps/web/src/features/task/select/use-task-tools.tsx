import { useSelector } from '@tanstack/react-store';
import { type MouseEvent, useEffect, useState } from 'react';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import type { ListParts } from '../../../ui/list/long/long-list.tsx';
import { toastMissing } from '../../../ui/status/lazy-view.tsx';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import type { Row } from '../list/use-done-tasks.ts';
import { idOf, selected, type Wanted } from './selected.ts';

/** Selecting and swiping. The code loads when a person first points at the list or presses one of its keys. */
export function useTaskTools(rows: readonly Row[] | undefined) {
  const module = useSelector(tools.loaded);
  const isSelecting = useSelector(selected, ids => ids.size > 0);
  // Several presses may come before the code.
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);

  function want(next: Wanted): void {
    setWanted(all => [...all, next]);
    tools.fetch().catch(toastMissing);
  }

  useShortcuts({ [SHIFT_J]: () => want({ by: 1 }), [SHIFT_K]: () => want({ by: -1 }) });
  const isShown = rows !== undefined;
  useEffect(() => {
    if (!isShown) return;
    // The first swipe must find it loaded.
    if (navigator.maxTouchPoints > 0) tools.fetchEarly();
    addEventListener('keydown', tools.fetchEarly, { once: true });
    return () => removeEventListener('keydown', tools.fetchEarly);
  }, [isShown]);
  return {
    /** The keys of a row. None of them acts on one while several are selected, or will be. */
    keys: isSelecting || wanted.length > 0 ? NONE : KEYS,
    /** What stands before a task while rows are selected, in place of the ring. */
    leadOf: isSelecting ? module?.leadOf : undefined,
    tools: (parts: ListParts) =>
      module &&
      rows && <module.RowTools {...parts} rows={rows} wanted={wanted} onTaken={() => setWanted([])} />,
    near: {
      onPointerEnter: tools.fetchEarly,
      /** Not the click, because the press would select text and move the focus first. */
      onMouseDown(event: MouseEvent): void {
        const to = event.shiftKey && event.button === 0 ? idOf(event.target) : undefined;
        if (to === undefined) return;
        event.preventDefault();
        want({ to });
      },
    },
  };
}

const KEYS = ['x', 'e', 't', 's', 'h', 'c', 'Delete'];
const NONE: string[] = [];

/** What a press of the letter with Shift is called. */
const [SHIFT_J, SHIFT_K] = ['J', 'K'];

const tools = createLazyModule(() => import('./row-tools.tsx'));
