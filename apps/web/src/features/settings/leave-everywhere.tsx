import { freshToken } from '../../data/session/fresh-token.ts';
import { authClient, logout } from '../../data/session/session.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import type { Leaving } from './leaving.ts';

interface LeaveEverywhereProps {
  open: boolean;
  onClose: () => void;
  leaving: Leaving;
}

/** Asks before it ends every session, this one too. */
export function LeaveEverywhere({ open, onClose, leaving: { isLeaving, leave } }: LeaveEverywhereProps) {
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
          <Button variant="danger" busy={isLeaving} onClick={() => leave(endAll)}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <p>Every browser is signed out, this one too. Changes that wait in another browser stay there.</p>
    </Dialog>
  );
}

async function endAll(): Promise<void> {
  await freshToken();
  await logout(authClient.auth.signOutEverywhere);
  toastSuccess('You are signed out everywhere.');
}
