import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import type { TaskSource } from './task-source.ts';

interface MoveOverdueDialogProps {
  open: boolean;
  onClose: () => void;
  source: TaskSource;
  count: number;
}

/** The question before everything overdue becomes due today, and the doing of it. */
export function MoveOverdueDialog({ open, onClose, source, count }: MoveOverdueDialogProps) {
  const [busy, setBusy] = useState(false);
  const moveSome = trpc.task.moveOverdue.useMutation();

  async function move(): Promise<void> {
    setBusy(true);
    try {
      toastSuccess(await moveAll());
      onClose();
    } catch (error) {
      toastError(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function moveAll(): Promise<string> {
    const of = typeof source === 'object' ? { member: source.memberId } : source;
    let [moved, left, cursor]: [number, number, string | null] = [0, 0, null];
    do {
      const some = await moveSome.mutateAsync({ of, cursor });
      [moved, left, cursor] = [moved + some.moved, left + some.left, some.nextCursor];
    } while (cursor);
    return left > 0
      ? `${tasks(moved)} moved to today, ${left} had to stay`
      : `${tasks(moved)} moved to today`;
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Move ${count === 1 ? '1 overdue task' : `${count} overdue tasks`} to today?`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void move()}>
            Move to today
          </Button>
        </>
      }
    >
      <p>What repeats comes back on its usual days.</p>
    </Dialog>
  );
}

function tasks(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`;
}
