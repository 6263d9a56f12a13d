import type { Day } from '@onus/contract/dates/calendar';
import { CalendarArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { todayHere } from '../../../lib/dates.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import type { Task } from '../task.ts';
import { moveTask } from './move-task.ts';
import { presetsOf } from './presets.ts';

/** The dates to move a task to, and the dialog for any other date. */
export function useMove(task: Task) {
  const name = (
    <>
      “<bdi>{task.title}</bdi>”
    </>
  );
  return useMoveItems(name, task.dueDate, day => void moveTask(task, day));
}

/** The same for what has another name. */
export function useMoveItems(name: ReactNode, dueDate: string, move: (day: Day) => void) {
  const [isPicking, setPicking] = useState(false);
  const items = [
    ...presetsOf(todayHere()).map(({ label, day }) => ({
      label,
      icon: ICON,
      isFirst: label === 'Tomorrow',
      onSelect: () => move(day),
    })),
    {
      label: 'Pick a date',
      icon: ICON,
      onSelect: () => setPicking(true),
    },
  ];
  const close = () => setPicking(false);
  const dialog = (
    <LazyDialog from={picker} open={isPicking} onClose={close}>
      {({ MoveDialog }) => (
        <MoveDialog name={name} dueDate={dueDate} open={isPicking} onClose={close} onMove={move} />
      )}
    </LazyDialog>
  );
  return { items, dialog };
}

export function MoveMenu({ task, items }: { task: Task; items: ReturnType<typeof useMove>['items'] }) {
  return (
    <Menu
      trigger={<IconButton label={`Move ${task.title}`} icon={ICON} aria-keyshortcuts="t" />}
      items={items}
    />
  );
}

const ICON = <CalendarArrowUp aria-hidden="true" />;

const picker = createLazyModule(() => import('./move-dialog.tsx'));
