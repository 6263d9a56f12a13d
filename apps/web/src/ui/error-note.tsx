import { useState } from 'react';
import { Button } from './button.tsx';

type ErrorNoteProps = {
  message: string;
  /** What it answers is waited for, so that one sees that something is being done. */
  onRetry?: (() => Promise<unknown>) | undefined;
};

/** What went wrong, where it went wrong. */
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
