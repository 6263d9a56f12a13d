import { POLLED } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { dayHeading } from '../../lib/times.ts';
import { ShowMore } from '../../ui/layout/show-more.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';
import { Empty } from '../../ui/status/empty.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';
import { AuditRow, type Entry } from './audit-row.tsx';

/** The audit log for Admins, newest first, grouped by day. @param props.heading fits the page around it. */
export function AuditList({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const list = trpc.audit.list.useInfiniteQuery(
    { limit: 10 },
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const entries = list.data?.pages.flatMap(page => page.items);
  return (
    <section aria-labelledby="what-happened" className="flex flex-col gap-2">
      <Heading id="what-happened" className="font-semibold">
        Audit log
      </Heading>
      {entries ? (
        <Days entries={entries} heading={Heading === 'h2' ? 'h3' : 'h4'} />
      ) : list.error ? (
        <ErrorNote message={messageOf(list.error)} onRetry={() => list.refetch()} />
      ) : (
        <Loading isAlone={Heading === 'h2'} />
      )}
      <ShowMore list={list} />
    </section>
  );
}

/** In the settings other parts load at the same time. */
function Loading({ isAlone }: { isAlone: boolean }) {
  return isAlone ? <SkeletonRows /> : <QuietSpinner />;
}

function Days({ entries, heading: Heading }: { entries: readonly Entry[]; heading: 'h3' | 'h4' }) {
  if (entries.length === 0) return <Empty text="Nothing has happened yet." />;
  return [...Map.groupBy(entries, entry => dayHeading(Date.parse(entry.at)))].map(([day, those]) => (
    <div key={day}>
      <Heading className="pt-3 pb-1 text-ink-soft text-small">{day}</Heading>
      <ul>
        {those.map(entry => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  ));
}
