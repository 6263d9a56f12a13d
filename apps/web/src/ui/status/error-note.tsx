import { useState } from 'react';
import { Button } from '../form/button.tsx';

type ErrorNoteProps = {
  message: string;
  /** The button is busy until the returned promise settles. */
  onRetry?: (() => Promise<unknown>) | undefined;
};

/** An error at the place of the failure. */
export function ErrorNote({ message, onRetry }: ErrorNoteProps) {
  const [busy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    setBusy(true);
    try {
      await onRetry?.();
    } finally {
      setBusy(false);
    }
  }

  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-danger">
      <p>{message}</p>
      {onRetry && (
        <Button variant="quiet" size="small" busy={busy} onClick={() => void retry()}>
          Retry
        </Button>
      )}
    </div>
  );
}
