import { useEffect, useEffectEvent, useState } from 'react';
import { pumpNow } from '../../../data/outbox/pump.ts';
import { useOpenChanges } from '../../../data/outbox/use-outbox.ts';
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
  const isOne = count === 1;
  const refused = useOpenChanges().refused.length;
  /** How many changes were refused before the others were sent; null until then. */
  const [sending, setSending] = useState<number | null>(null);
  const finish = useEffectEvent(() => {
    setSending(null);
    // What is refused on the way needs the person.
    if (refused === sending) onLeave();
    else onClose();
  });
  useEffect(() => {
    if (open && sending !== null && count === 0) finish();
  }, [open, sending, count]);

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
              setSending(refused);
              pumpNow();
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
