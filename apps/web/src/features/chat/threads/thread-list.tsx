import { useRef } from 'react';
import { messageOf } from '../../../lib/error-message.ts';
import { type Action, AddButton } from '../../../ui/layout/page.tsx';
import { ShowMore } from '../../../ui/layout/show-more.tsx';
import { useRowFocus } from '../../../ui/list/long/use-row-focus.ts';
import { SkeletonRows } from '../../../ui/list/skeleton.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { useIsDesktop } from '../../../ui/use-is-desktop.ts';
import type { Conversation } from '../chat.ts';
import { NoMessages } from './no-messages.tsx';
import { ThreadRow } from './thread-row.tsx';
import type { Threads } from './use-threads.ts';

interface ThreadListProps {
  threads: Threads;
  current: string | undefined;
  create: Action;
}

/** The left panel: the newest thread first. */
export function ThreadList({ threads, current, create }: ThreadListProps) {
  return (
    <section aria-labelledby="threads" className={PANEL}>
      <div className="flex shrink-0 items-center justify-between gap-3 py-3 desk:h-18 desk:py-0 desk:pr-4">
        {/* The page's one headline on a desktop. On a phone the bar has it. */}
        <h2
          id="threads"
          className="min-w-0 truncate max-desk:font-medium max-desk:text-ink-soft max-desk:text-small desk:text-card wide:text-page"
        >
          Threads
        </h2>
        <AddButton {...create} />
      </div>
      <div
        data-threads=""
        className="-mx-4 min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4 desk:mr-0 desk:-ml-3 desk:pr-3 desk:pl-0"
      >
        <Rows threads={threads} current={current} />
      </div>
    </section>
  );
}

function Rows({ threads, current }: Omit<ThreadListProps, 'create'>) {
  const desk = useIsDesktop();
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
    return desk ? <p className="px-3 py-2 text-ink-soft">No threads yet</p> : <NoMessages />;
  }
  return (
    <>
      <RowList items={threads.items} current={current} />
      <ShowMore list={threads} />
    </>
  );
}

/** Enter opens the focused thread, as it does any link. */
function RowList({ items, current }: { items: readonly Conversation[]; current: string | undefined }) {
  const box = useRef<HTMLUListElement>(null);
  const { handlers } = useRowFocus(box, items);
  return (
    <ul ref={box} {...handlers}>
      {items.map(thread => (
        <li key={thread.id}>
          <ThreadRow thread={thread} current={thread.id === current} />
        </li>
      ))}
    </ul>
  );
}

const PANEL = 'flex min-h-0 w-full flex-col desk:w-64 desk:shrink-0 desk:border-line desk:border-r wide:w-80';
