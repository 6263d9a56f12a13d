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
  const unsavedWords = `Not saved (${unsaved})`;
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
      <span className={cx(!isLive && 'animate-late')}>
        {state === 'offline' && waiting.length > 0 ? (
          <>
            Offline · {waiting.length}
            <span className="max-desk:sr-only"> waiting</span>
          </>
        ) : (
          words
        )}
      </span>
    </>
  );
  return (
    <span className="flex" data-wide={isLive && unsaved === 0 ? undefined : ''}>
      {unsaved > 0 && (
        <button
          type="button"
          aria-label={unsavedWords}
          title={unsavedWords}
          className={cx(PART, 'text-danger hover:bg-hover')}
          onClick={show}
          {...dialogs.near}
        >
          <TriangleAlert aria-hidden="true" className={cx('size-4', isLive && 'max-desk:hidden')} />
          <span className={cx(!isLive && 'max-desk:hidden')}>{unsavedWords}</span>
          {!isLive && <span className="desk:hidden">{unsaved}</span>}
        </button>
      )}
      {/* A phone has no room for all words, and "Live" is what people expect. */}
      <span
        role="status"
        title={words}
        className={cx('flex', isLive && (unsaved > 0 ? 'max-desk:sr-only' : NARROW))}
      >
        {waiting.length > 0 && !isLive && unsaved === 0 ? (
          <button
            type="button"
            className={cx(PART, 'text-ink-soft hover:bg-hover')}
            onClick={show}
            {...dialogs.near}
          >
            {label}
          </button>
        ) : (
          <span className={cx(PART, 'text-ink-soft')}>{label}</span>
        )}
      </span>
      <LazyDialog from={dialogs} open={open} onClose={() => setOpen(false)}>
        {({ Tray }) => <Tray open={open} onClose={() => setOpen(false)} />}
      </LazyDialog>
    </span>
  );
}

/** A phone with a new version has no room for the word. */
const NARROW = 'max-desk:[[data-update]~*_&]:sr-only';

const PART =
  'flex min-h-touch items-center gap-2 whitespace-nowrap rounded-control px-2 text-small transition-colors max-desk:px-1';
