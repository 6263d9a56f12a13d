import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { useUnsent } from './use-unsent.ts';

interface LeaveDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called when no change waits. */
  onLeave: () => void;
}

/** Asks before a logout what to do with waiting changes. */
export function LeaveDialog({ open, onClose, onLeave }: LeaveDialogProps) {
  const { count, isSent, refused, lost, send, discard } = useUnsent();
  const isOne = count === 1;
  /** How many changes were refused that were not sent again; null until the others were. */
  const [sending, setSending] = useState<number | null>(null);
  const finish = useEffectEvent(() => {
    setSending(null);
    // What is refused on the way needs the person.
    if (refused === sending) onLeave();
    else onClose();
  });
  useEffect(() => {
    if (open && sending !== null && isSent) finish();
  }, [open, sending, isSent]);

  async function discardAll(): Promise<void> {
    await discard();
    onLeave();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isOne ? '1 change is not sent yet' : `${count} changes are not sent yet`}
      footer={
        <>
          <Button variant="danger" onClick={() => void discardAll()}>
            Discard
          </Button>
          <Button
            busy={sending !== null}
            onClick={() => {
              setSending(refused - lost);
              void send();
            }}
          >
            Send
          </Button>
        </>
      }
    >
      <p>
        {sending !== null
          ? `You are logged out as soon as ${isOne ? 'it is' : 'they are'} sent. This needs a connection to the server.`
          : `Send ${isOne ? 'it' : 'them'} before you log out, or discard ${isOne ? 'it' : 'them'}.`}
      </p>
    </Dialog>
  );
}
