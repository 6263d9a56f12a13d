import { Calendar } from 'lucide-react';
import { trpc } from '../../data/trpc.ts';
import { plainDate } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { RemovableRows } from '../../ui/layout/removable-rows.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';
import { toastError } from '../../ui/toast/toast.tsx';
import { RevokeRow } from './revoke-row.tsx';

/** The user's feeds, each with Revoke; nothing while there are none. */
export function FeedList() {
  const feeds = trpc.feed.list.useQuery(undefined, { refetchOnMount: 'always' });
  if (feeds.data?.length === 0) return null;
  if (feeds.data) {
    return (
      <RemovableRows aria-label="Calendar feeds" className="-my-3">
        {feeds.data.map(feed => (
          <Row key={feed.id} feed={feed} />
        ))}
      </RemovableRows>
    );
  }
  if (!feeds.error) return <QuietSpinner />;
  return <ErrorNote message={messageOf(feeds.error)} onRetry={() => feeds.refetch()} />;
}

function Row({ feed: { id, name, createdAt } }: { feed: { id: string; name: string; createdAt: string } }) {
  const { feed } = trpc.useUtils();
  const revoke = trpc.feed.revoke.useMutation({
    onSuccess: () => feed.list.invalidate(),
    onError: error => toastError(messageOf(error)),
  });
  return (
    <RevokeRow
      icon={<Calendar />}
      name={name}
      notes={[`Created ${plainDate(createdAt)}`]}
      busy={revoke.isPending}
      onRevoke={() => revoke.mutate({ id })}
    />
  );
}
