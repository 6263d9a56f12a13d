import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { RemovableRows } from '../../../ui/layout/removable-rows.tsx';
import { SessionRow } from '../../../ui/list/session-row.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { toastError } from '../../../ui/toast/toast.tsx';

/** The browsers in which a user is signed in, each with Sign out. */
export function UserSessions({ userId }: { userId: string }) {
  const utils = trpc.useUtils();
  const sessions = trpc.admin.sessions.useQuery({ userId }, POLLED);
  const end = trpc.admin.signOut.useMutation({
    onSuccess: () => utils.admin.invalidate(),
    onError: error => toastError(messageOf(error)),
  });
  if (sessions.data?.length === 0) return <p className="text-ink-soft">Not signed in anywhere.</p>;
  if (sessions.data) {
    return (
      <RemovableRows className="-my-3">
        {sessions.data.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables.id === session.id}
            onSignOut={() => end.mutate({ id: session.id })}
          />
        ))}
      </RemovableRows>
    );
  }
  if (!sessions.error) return <Spinner delayed />;
  return <ErrorNote message={messageOf(sessions.error)} onRetry={() => sessions.refetch()} />;
}
