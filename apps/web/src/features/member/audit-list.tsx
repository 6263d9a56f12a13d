import { messageOf } from '../../lib/message.ts';
import { dayHeading } from '../../lib/times.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AuditRow, type Entry } from './audit-row.tsx';

/** What happened on this install, newest first and day by day: for Admins. */
export function AuditList() {
  const list = trpc.audit.list.useInfiniteQuery(
    { limit: 10 },
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const entries = list.data?.pages.flatMap(page => page.items);
  return (
    <section aria-labelledby="what-happened" className="flex flex-col gap-2">
      <h3 id="what-happened" className="font-semibold">
        What happened
      </h3>
      {entries ? (
        <Days entries={entries} />
      ) : list.error ? (
        <ErrorNote message={messageOf(list.error)} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows />
      )}
      {list.hasNextPage && (
        <div className="flex justify-center py-4">
          <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

function Days({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <Empty text="Nothing has happened yet." />;
  return [...Map.groupBy(entries, entry => dayHeading(Date.parse(entry.at)))].map(([day, those]) => (
    <div key={day}>
      <h4 className="pt-3 pb-1 text-ink-soft text-small">{day}</h4>
      <ul>
        {those.map(entry => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  ));
}
