import { useEffect, useRef } from 'react';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { useMove } from '../move/move-menu.tsx';
import type { Task } from '../task.ts';

/** The dates to move a swiped task to. They open by themselves, and the menu of the row has them too. */
export function SwipedDates({ task }: { task: Task }) {
  const move = useMove(task);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.click(), []);
  return (
    <>
      <Menu
        trigger={
          <button
            ref={button}
            type="button"
            tabIndex={-1}
            aria-label={`Dates for ${task.title}`}
            className="pointer-events-none absolute right-4 bottom-2 size-px opacity-0"
          />
        }
        items={move.items}
      />
      {move.dialog}
    </>
  );
}
