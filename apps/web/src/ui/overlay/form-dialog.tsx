import type { ComponentProps } from 'react';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'onSubmit' | 'footer'> & {
  onSubmit: () => void;
  busy?: boolean;
  /** False: there is something to fill in yet. */
  ready?: boolean;
  submitLabel?: string;
};

/** A form with its two buttons in a dialog. */
export function FormDialog({
  onSubmit,
  busy,
  ready = true,
  submitLabel = 'Save Changes',
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      onSubmit={() => ready && onSubmit()}
      footer={
        <>
          <Button variant="quiet" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} disabled={!ready}>
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}
