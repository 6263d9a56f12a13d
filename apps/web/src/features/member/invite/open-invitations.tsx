import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { RemovableRows } from '../../../ui/layout/removable-rows.tsx';
import { InvitationRow } from '../../../ui/list/invitation-row.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import type { Invitation } from './invitation.ts';

/** The user's invitations that people can still join with. Nothing while there are none. */
export function OpenInvitations() {
  const { data, error, refetch } = trpc.invite.list.useQuery(undefined, POLLED);
  if (!data) return error && <ErrorNote message={messageOf(error)} onRetry={() => refetch()} />;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="open-invitations" className="pt-8">
      <h3 id="open-invitations" className="mb-2 text-card">
        Open invitations
      </h3>
      <RemovableRows className="rounded-card bg-surface px-4 inset-ring inset-ring-line">
        {data.map(invitation => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </RemovableRows>
    </section>
  );
}

function Row({ invitation }: { invitation: Invitation }) {
  const revoke = trpc.invite.revoke.useMutation({
    onSuccess: () => toastSuccess('The invitation no longer works'),
    onError: error => toastError(messageOf(error)),
  });
  return (
    <InvitationRow
      invitation={invitation}
      busy={revoke.isPending}
      onRevoke={() => revoke.mutate({ id: invitation.id })}
    />
  );
}
