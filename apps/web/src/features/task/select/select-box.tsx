import { useSelector } from '@tanstack/react-store';
import { Check } from 'lucide-react';
import type { Task } from '../task.ts';
import { selected } from './selected.ts';
import { toggleSelected } from './selection.ts';

/** In place of the ring while rows are selected. */
export function SelectBox({ task: { id, title } }: { task: Task }) {
  const isSelected = useSelector(selected, ids => ids.has(id));
  return (
    <span className="relative grid size-touch shrink-0 place-items-center">
      <input
        type="checkbox"
        aria-label={`Select ${title}`}
        data-selected={isSelected}
        checked={isSelected}
        onChange={() => toggleSelected(id)}
        // With Shift, the press has selected the rows up to this one.
        onClick={event => event.shiftKey && event.preventDefault()}
        className={BOX}
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none col-start-1 row-start-1 size-3.5 text-on-fill opacity-0 peer-checked:opacity-100"
      />
    </span>
  );
}

const BOX =
  'peer col-start-1 row-start-1 size-5 cursor-pointer appearance-none rounded-tick border border-edge bg-surface transition-colors before:absolute before:inset-0 checked:border-brand-strong checked:bg-brand-strong';
