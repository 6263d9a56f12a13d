import { useEffect, useEffectEvent, useState } from 'react';
import { pumpNow } from '../../../data/outbox/pump.ts';
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
  const { count, discard } = useUnsent();
  const [sending, setSending] = useState(false);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (open && sending && count === 0) leave();
  }, [open, sending, count]);

  async function discardAll(): Promise<void> {
    await discard();
    onLeave();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={count === 1 ? '1 change is not sent yet' : `${count} changes are not sent yet`}
      footer={
        <>
          <Button variant="danger" onClick={() => void discardAll()}>
            Discard
          </Button>
          <Button
            busy={sending}
            onClick={() => {
              setSending(true);
              pumpNow();
            }}
          >
            Send
          </Button>
        </>
      }
    >
      <p>
        {sending
          ? 'You are logged out as soon as they are sent. This needs a connection to the server.'
          : 'Send them before you log out, or discard them.'}
      </p>
    </Dialog>
  );
}
