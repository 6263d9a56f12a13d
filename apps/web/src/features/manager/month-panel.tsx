import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { monthAndYear } from '../../lib/dates.ts';
import { IconButton } from '../../ui/button.tsx';
import { idOfBar, type Kind, type OpenBar } from './month.ts';

interface MonthPanelProps extends OpenBar {
  onClose: () => void;
  /** The tasks the bar counts; they are another noun's. */
  children: ReactNode;
}

/** What a bar of the chart opens. The focus goes into it, and back to the bar when it closes. */
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
        <h2 key={bar} ref={takeFocus} id="open-bar" tabIndex={-1} className="text-card outline-none">
          {TITLES[of]} in {monthAndYear(month)}
        </h2>
        <IconButton label="Close" icon={<X />} onClick={close} className="-mr-2 ml-auto" />
      </div>
      {/* On a phone the other bar is narrow for a finger: here it has room. */}
      <Link
        to="/dash/manager"
        search={{ tab: 'members', month, of: other }}
        resetScroll={false}
        className="flex min-h-touch w-fit items-center font-medium text-brand-strong desk:min-h-0"
      >
        Show {TITLES[other].toLowerCase()}
      </Link>
      {children}
    </section>
  );
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}

const TITLES: Record<Kind, string> = { complete: 'Complete', incomplete: 'Incomplete' };
