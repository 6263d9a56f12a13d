import type { ErrorComponentProps } from '@tanstack/react-router';
import { messageOf } from '../../lib/message.ts';
import { ErrorNote } from '../../ui/error-note.tsx';

/** In place of a page whose code did not come: the server was away, or has a newer version by now. */
export function PageTrouble({ error }: ErrorComponentProps) {
  return (
    <div className="grid min-h-60 place-items-center px-4">
      <ErrorNote message={messageOf(error)} onRetry={reload} />
    </div>
  );
}

/** Only from a server that answers: otherwise the browser's own error page would take the place of the app. */
async function reload(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => null);
  if (answer?.ok) location.reload();
}
