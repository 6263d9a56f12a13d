import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/form/button.tsx';
import { idOfBar, type Kind, monthAndYear, type OpenBar } from './month.ts';

interface MonthPanelProps extends OpenBar {
  onClose: () => void;
  /** The tasks of the bar, from another feature. */
  children: ReactNode;
}

/** The panel of a bar. It takes the focus, and closing it returns the focus to the bar. */
export function MonthPanel({ month, of, onClose, children }: MonthPanelProps) {
  const bar = idOfBar({ month, of });
  const other = of === 'complete' ? 'incomplete' : 'complete';

  function close(): void {
    document.getElementById(bar)?.focus();
    onClose();
  }

  return (
    <section aria-labelledby="open-bar" className="pt-10">
      <div className="mb-2 flex items-center gap-4">
        <h2
          key={bar}
          ref={takeFocus}
          id="open-bar"
          tabIndex={-1}
          className="scroll-mt-20 text-card outline-none"
        >
          {TITLES[of]} in {monthAndYear(month)}
        </h2>
        <IconButton label="Close" icon={<X />} onClick={close} className="-mr-2 ml-auto" />
      </div>
      {/* On a phone the other bar is narrow, so the panel links to it. */}
      <Link
        to="/dash/manager"
        search={{ tab: 'members', month, of: other }}
        resetScroll={false}
        className="flex min-h-touch w-fit items-center font-medium text-brand-strong desk:mb-3 desk:min-h-0"
      >
        Show {TITLES[other].toLowerCase()}
      </Link>
      {children}
    </section>
  );
}

/** The panel is below the chart. Focus alone would show no more than its heading. */
function takeFocus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

const TITLES: Record<Kind, string> = { complete: 'Complete', incomplete: 'Incomplete' };
