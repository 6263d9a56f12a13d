import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { freshToken } from '../../data/session/fresh-token.ts';
import { authClient, logout } from '../../data/session/session.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';

/** Asks before it ends every session, this one too. */
export function LeaveEverywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      await freshToken();
      await logout(authClient.auth.signOutEverywhere);
      await navigate({ to: '/login' });
      toastSuccess('You are signed out everywhere.');
    } catch (error) {
      setLeaving(false);
      toastError(messageOf(error));
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sign out everywhere?"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={leaving} onClick={() => void leave()}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <p>Every browser is signed out, this one too. Changes that wait in another browser stay there.</p>
    </Dialog>
  );
}
