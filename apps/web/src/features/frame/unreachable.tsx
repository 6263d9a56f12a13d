import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { messageOf } from '../../lib/error-message.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';

/** Shown in place of a page if the session cannot be checked. */
export function Unreachable({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="mx-auto grid min-h-dvh max-w-narrow place-items-center px-4">
      <ErrorNote message={messageOf(error)} onRetry={() => router.invalidate()} />
    </main>
  );
}
