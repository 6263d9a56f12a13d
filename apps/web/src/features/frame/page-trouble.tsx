import type { ErrorComponentProps } from '@tanstack/react-router';
import { messageOf } from '../../lib/message.ts';
import { reload } from '../../lib/reload.ts';
import { ErrorNote } from '../../ui/error-note.tsx';

/** In place of a page whose code did not come: the server was away, or has a newer version by now. */
export function PageTrouble({ error }: ErrorComponentProps) {
  return (
    <div className="grid min-h-60 place-items-center px-4">
      <ErrorNote message={messageOf(error)} onRetry={reload} />
    </div>
  );
}
