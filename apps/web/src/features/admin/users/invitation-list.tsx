import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { RemovableRows } from '../../../ui/layout/removable-rows.tsx';
import { ShowMore } from '../../../ui/layout/show-more.tsx';
import { InvitationRow } from '../../../ui/list/invitation-row.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton.tsx';
import { Empty } from '../../../ui/status/empty.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';

type Invitation = inferProcedureOutput<AppRouter['admin']['invites']>['items'][number];

/** The open invitations of everyone, the newest first, each with Revoke. */
export function InvitationList() {
  const list = trpc.admin.invites.useInfiniteQuery(
    {},
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const invitations = list.data?.pages.flatMap(page => page.items);
  if (!invitations) {
    return list.error ? (
      <ErrorNote message={messageOf(list.error)} onRetry={() => list.refetch()} />
    ) : (
      <SkeletonRows />
    );
  }
  if (invitations.length === 0) return <Empty text="No one has an open invitation." />;
  return (
    <div className="flex max-w-form flex-col gap-4 pt-6">
      <RemovableRows aria-label="Invitations" className="-my-3">
        {invitations.map(invitation => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </RemovableRows>
      <ShowMore list={list} />
    </div>
  );
}

function Row({ invitation }: { invitation: Invitation }) {
  const utils = trpc.useUtils();
  const revoke = trpc.invite.revoke.useMutation({
    onSuccess: () => {
      toastSuccess('The invitation no longer works');
      return utils.admin.invites.invalidate();
    },
    onError: error => toastError(messageOf(error)),
  });
  return (
    <InvitationRow
      invitation={invitation}
      inviter={invitation.inviter.username}
      busy={revoke.isPending}
      onRevoke={() => revoke.mutate({ id: invitation.id })}
    />
  );
}
