import { useSelector } from '@tanstack/react-store';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connection } from '../../../data/connection.ts';
import { useOpenChanges } from '../../../data/outbox/use-outbox.ts';
import { cx } from '../../../lib/cx.ts';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import { dialogs } from './dialogs.ts';

const WORDS = { live: 'Live', connecting: 'Connecting…', offline: 'Offline' };

/** The state of the connection, and the changes that are not on the server yet. */
export function ConnectionStatus() {
  const state = useSelector(connection);
  const { waiting, refused, unreadable } = useOpenChanges();
  const unsaved = refused.length + unreadable.length;
  const [open, setOpen] = useState(false);
  const isLive = state === 'live';
  const show = () => setOpen(true);
  const hasAny = waiting.length + unsaved > 0;
  // Loads the dialogs with the first waiting change, because they may not load without a server.
  useEffect(() => {
    if (hasAny) dialogs.fetchEarly();
  }, [hasAny]);
  const words =
    state === 'offline' && waiting.length > 0 ? `Offline · ${waiting.length} waiting` : WORDS[state];
  const label = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'size-2 shrink-0 rounded-full',
          isLive ? 'bg-brand' : 'animate-late animate-breathe bg-warn',
        )}
      />
      <span className={cx(!isLive && 'animate-late')}>{words}</span>
    </>
  );
  const part = cx(PART, unsaved > 0 ? 'min-h-touch max-desk:min-h-7' : 'min-h-touch');
  return (
    // A phone has room for both only in two lines.
    <span className={cx('flex', unsaved > 0 && 'max-desk:flex-col')}>
      {unsaved > 0 && (
        <button
          type="button"
          className={cx(part, 'text-danger hover:bg-hover')}
          onClick={show}
          {...dialogs.near}
        >
          <TriangleAlert aria-hidden="true" className="size-4" />
          Not saved ({unsaved})
        </button>
      )}
      <span role="status" title={words} className="flex" data-wide={isLive && unsaved === 0 ? undefined : ''}>
        {waiting.length > 0 && !isLive ? (
          <button
            type="button"
            className={cx(part, 'text-ink-soft hover:bg-hover')}
            onClick={show}
            {...dialogs.near}
          >
            {label}
          </button>
        ) : (
          <span className={cx(part, 'text-ink-soft')}>{label}</span>
        )}
      </span>
      <LazyDialog from={dialogs} open={open} onClose={() => setOpen(false)}>
        {({ Tray }) => <Tray open={open} onClose={() => setOpen(false)} />}
      </LazyDialog>
    </span>
  );
}

const PART = 'flex items-center gap-2 whitespace-nowrap rounded-control px-2 text-small transition-colors';
