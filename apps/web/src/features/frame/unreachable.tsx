import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { messageOf } from '../../lib/message.ts';
import { ErrorNote } from '../../ui/error-note.tsx';

/** In place of a page whose session could not even be asked for. */
export function Unreachable({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="mx-auto grid min-h-dvh max-w-narrow place-items-center px-4">
      <ErrorNote message={messageOf(error)} onRetry={() => router.invalidate()} />
    </main>
  );
}
