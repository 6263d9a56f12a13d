import { CalendarArrowUp, CircleCheck, Trash2, UserRound, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useEffect, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { counted } from '../../../lib/words/text.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { AT_ONCE } from '../move/at-once.ts';
import type { SelectionActions } from './use-selection-actions.tsx';

interface SelectionBarProps {
  count: number;
  actions: SelectionActions;
  onEnd: () => void;
  ref: Ref<HTMLElement>;
  moveButton: Ref<HTMLButtonElement>;
}

/** How many rows are selected, and what to do with them. It covers no row when the page is scrolled to its end. */
export function SelectionBar({ count, actions, onEnd, ref, moveButton }: SelectionBarProps) {
  const words = `${counted(count)} selected${count >= AT_ONCE ? ', the most at once' : ''}`;
  return (
    <section ref={ref} aria-label="Selection" className={BAR}>
      <IconButton label="End the selection" icon={<X />} aria-keyshortcuts="Escape" onClick={onEnd} />
      <Announced words={words} />
      <div className="ml-auto flex shrink-0 gap-0.5">
        <Action
          label={actions.isReopening ? 'Reopen' : 'Complete'}
          icon={<CircleCheck aria-hidden="true" />}
          aria-keyshortcuts="x"
          disabled={!actions.mayEdit}
          onClick={actions.complete}
        />
        <Menu
          trigger={
            <Action
              ref={moveButton}
              label="Move"
              icon={<CalendarArrowUp aria-hidden="true" />}
              aria-keyshortcuts="t"
              disabled={!actions.mayEdit}
            />
          }
          items={actions.moves}
        />
        {actions.mayAssign && (
          <Action
            label="Assign"
            icon={<UserRound aria-hidden="true" />}
            aria-keyshortcuts="a"
            onClick={actions.assign}
          />
        )}
        <Action
          label="Delete"
          icon={<Trash2 aria-hidden="true" />}
          aria-keyshortcuts="Delete"
          danger
          disabled={!actions.mayDelete}
          onClick={actions.erase}
        />
      </div>
    </section>
  );
}

/** Screen readers announce what a live region becomes, and not what it is when it appears. */
function Announced({ words }: { words: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(words), [words]);
  return (
    <p role="status" className="min-w-0 font-medium text-small desk:text-body">
      {said}
    </p>
  );
}

interface ActionProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  label: string;
  icon: ReactNode;
  danger?: boolean;
}

/** The word is below the icon on a phone, and beside it on a desktop. */
function Action({ label, icon, danger, ...rest }: ActionProps) {
  return (
    <button type="button" {...rest} className={cx(ACTION, danger ? 'text-danger' : 'text-brand-strong')}>
      {icon}
      {label}
    </button>
  );
}

/** At the end of the page it is as far from the edge of the window as on its way there, so that it covers no row. */
const BAR =
  'sticky bottom-[calc(var(--spacing-bar)+var(--safe-bottom)+0.5rem)] z-10 -mx-2 mt-2 flex animate-rise items-center gap-1 rounded-card border border-line bg-surface py-1 pr-1.5 pl-1.5 shadow-float desk:bottom-4 desk:mb-4 desk:gap-2';

const ACTION =
  'flex h-12 min-w-13 flex-col items-center justify-center gap-0.5 rounded-control px-1 font-semibold text-tiny transition-colors hover:bg-hover disabled:pointer-events-none disabled:opacity-50 desk:h-10 desk:flex-row desk:gap-2 desk:px-3 desk:text-small touch:desk:h-touch [&_svg]:size-5 desk:[&_svg]:size-4.5';
