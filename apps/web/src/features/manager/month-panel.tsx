import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { monthAndYear } from '../../lib/dates.ts';
import { IconButton } from '../../ui/button.tsx';
import { idOfBar, type OpenBar } from './month.ts';

interface MonthPanelProps extends OpenBar {
  onClose: () => void;
  /** The tasks the bar counts; they are another noun's. */
  children: ReactNode;
}

/** What a bar of the chart opens. The focus goes into it, and back to the bar when it closes. */
export function MonthPanel({ month, of, onClose, children }: MonthPanelProps) {
  const bar = idOfBar({ month, of });

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
      {children}
    </section>
  );
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}

const TITLES = { complete: 'Complete', incomplete: 'Incomplete' };
