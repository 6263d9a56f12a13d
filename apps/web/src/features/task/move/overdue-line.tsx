import { useEffect, useRef } from 'react';
import { counted } from '../../../lib/words/text.ts';
import { Button } from '../../../ui/form/button.tsx';
import { focusPage, isFocusLost } from '../../../ui/layout/lost-focus.ts';
import type { Overdue } from '../task-source.ts';
import { moveAllToToday } from './move-all.ts';

interface OverdueLineProps {
  count: number;
  overdue: Overdue;
  /** Opens the list of the overdue tasks; undefined above that list. */
  onShow: (() => void) | undefined;
}

/** How many tasks are overdue, and what to do about them. */
export function OverdueLine({ count, overdue, onShow }: OverdueLineProps) {
  const focus = useFocusOnLeaving();
  return (
    <div {...focus} className={LINE}>
      {onShow && <p className="mr-auto font-medium text-warn">{counted(count)} overdue</p>}
      {onShow && (
        <Button variant="plain" size="small" className="before:inset-x-0" onClick={onShow}>
          Show
        </Button>
      )}
      <Button
        variant="plain"
        size="small"
        className="before:inset-x-0"
        onClick={() => void moveAllToToday(overdue)}
      >
        {onShow ? 'Move all to today' : 'Move all overdue to today'}
      </Button>
    </div>
  );
}

const LINE = 'flex desk:-mr-3 min-h-15 flex-wrap items-center justify-end gap-1 pt-3';

/** A focused button that leaves with its line passes the focus to the page. */
function useFocusOnLeaving() {
  const isInside = useRef(false);
  useEffect(
    () => () => {
      if (isInside.current && isFocusLost()) focusPage();
    },
    [],
  );
  return {
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: () => {
      isInside.current = false;
    },
  };
}
