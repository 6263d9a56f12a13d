import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { logout } from '../../../data/session/session.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import { toastError } from '../../../ui/toast/toast.tsx';
import { dialogs } from './dialogs.ts';
import { useUnsent } from './use-unsent.ts';

type End = () => Promise<void>;

/** Ends the session of this browser, after a question if changes wait to be sent (rule 7.8). */
export function useLeave() {
  const navigate = useNavigate();
  const { count } = useUnsent();
  const [isLeaving, setLeaving] = useState(false);
  /** How the session ends after the question; null while none is asked. */
  const [asked, setAsked] = useState<{ end: End } | null>(null);

  async function leave(end: End): Promise<void> {
    // If it fails there is nothing left to ask.
    setAsked(null);
    setLeaving(true);
    try {
      await end();
      await navigate({ to: '/login' });
    } catch (error) {
      setLeaving(false);
      toastError(messageOf(error));
    }
  }

  return {
    isLeaving,
    /** @param end ends the session; by default only that of this browser. */
    leave: (end: End = () => logout()) => (count > 0 ? setAsked({ end }) : void leave(end)),
    /** The question, for the page. */
    question: (
      <LazyDialog from={dialogs} open={asked !== null} onClose={() => setAsked(null)}>
        {({ LeaveDialog }) => (
          <LeaveDialog
            open={asked !== null}
            onClose={() => setAsked(null)}
            onLeave={() => asked && void leave(asked.end)}
          />
        )}
      </LazyDialog>
    ),
  };
}
