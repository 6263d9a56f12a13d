import type { ErrorComponentProps } from '@tanstack/react-router';
import { messageOf } from '../../lib/error-message.ts';
import { reload } from '../../lib/reload.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';

/** Shown in place of a page whose code failed to load: the server is unreachable or has a newer version. */
export function PageTrouble({ error }: ErrorComponentProps) {
  return (
    <div className="trouble">
      <ErrorNote message={messageOf(error)} onRetry={reload} />
    </div>
  );
}
