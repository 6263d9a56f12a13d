import { messageOf } from '../../lib/message.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { type Action, AddButton } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDesk } from '../../ui/use-desk.ts';
import { NoMessages } from './no-messages.tsx';
import { ThreadRow } from './thread-row.tsx';
import type { Threads } from './use-threads.ts';

interface ThreadListProps {
  threads: Threads;
  current: string | undefined;
  create: Action;
}

/** The left panel: who wrote last stands first. */
export function ThreadList({ threads, current, create }: ThreadListProps) {
  return (
    <section aria-labelledby="threads" className={PANEL}>
      <div className="flex shrink-0 items-center justify-between gap-3 py-3 desk:pr-4">
        <h2 id="threads" className="text-card">
          Threads
        </h2>
        <div className={ACTION}>
          <AddButton {...create} />
        </div>
      </div>
      <div className="-mx-4 min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-24 desk:mr-0 desk:-ml-3 desk:pr-3 desk:pb-4 desk:pl-0">
        <Rows threads={threads} current={current} create={create} />
      </div>
    </section>
  );
}

function Rows({ threads, current, create }: ThreadListProps) {
  const desk = useDesk();
  if (!threads.items && threads.error) {
    return (
      <div className="px-2 py-4 desk:px-3">
        <ErrorNote message={messageOf(threads.error)} onRetry={() => threads.refetch()} />
      </div>
    );
  }
  if (!threads.items) {
    return (
      <div className="px-2">
        <SkeletonRows />
      </div>
    );
  }
  if (threads.items.length === 0) {
    return desk ? <p className="px-3 py-2 text-ink-soft">No threads yet</p> : <NoMessages create={create} />;
  }
  return (
    <>
      <ul>
        {threads.items.map(thread => (
          <li key={thread.id}>
            <ThreadRow thread={thread} current={thread.id === current} />
          </li>
        ))}
      </ul>
      {threads.hasNextPage && (
        <div className="flex justify-center py-4">
          <Button
            variant="quiet"
            busy={threads.isFetchingNextPage}
            onClick={() => void threads.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const PANEL = 'flex min-h-0 w-full flex-col desk:w-64 desk:shrink-0 desk:border-line desk:border-r wide:w-80';

/** Where other pages have their action on a phone; on a desk it is this panel's. */
const ACTION =
  'fixed right-4 bottom-[calc(var(--spacing-bar)+var(--safe-bottom)+1rem)] z-20 desk:static desk:ml-auto';
