import { useState } from 'react';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import type { Line } from './lines.ts';

const edits = createLazyModule(() => import('../message-history.tsx'));

type Past = Pick<Line, 'id' | 'text'>;

/** The history of one message of the thread, in a dialog. */
export function usePast() {
  // It stays while the dialog closes.
  const [line, setLine] = useState<Past | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    open(one: Past): void {
      setLine(one);
      setOpen(true);
    },
    dialog: (
      <LazyDialog from={edits} open={isOpen} onClose={close}>
        {({ MessageHistory }) =>
          line && <MessageHistory id={line.id} text={line.text} open={isOpen} onClose={close} />
        }
      </LazyDialog>
    ),
  };
}
