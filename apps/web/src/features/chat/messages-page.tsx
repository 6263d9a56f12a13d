import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { Page } from '../../ui/layout/page.tsx';
import type { Shown } from '../../ui/list/long/use-shown.ts';
import { useHistoryDialog } from '../../ui/overlay/use-history-dialog.ts';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';
import { useIsDesktop } from '../../ui/use-is-desktop.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ConversationPane } from './conversation/conversation-pane.tsx';
import { NoMessages } from './threads/no-messages.tsx';
import { ThreadList } from './threads/thread-list.tsx';
import { useThread } from './threads/use-thread.ts';
import { useThreads } from './threads/use-threads.ts';

interface MessagesPageProps {
  /** The id of the open thread. */
  thread: string | undefined;
  /** The message of the thread that a link leads to. */
  shown: Shown | undefined;
  onThread: (id: string, how?: { replace: boolean }) => void;
}

/** Two panes on a desktop, two screens with a back button on a phone. */
export function MessagesPage({ thread, shown, onThread }: MessagesPageProps) {
  const desk = useIsDesktop();
  const threads = useThreads();
  const creating = useHistoryDialog('create-thread');
  const create = { label: 'Create Thread', onClick: creating.open, near: dialog.near };
  useShortcuts({ n: create.onClick });
  const newest = threads.items?.[0]?.id;
  const since = threads.items && Math.max(0, ...threads.items.map(({ lastSequence }) => lastSequence));
  const open = useThread(thread);
  const current = useRef(thread);
  useEffect(() => {
    current.current = thread;
  });

  // A desktop shows both panes: it opens the newest thread and stays there when messages arrive in others.
  useEffect(() => {
    if (desk && !thread && newest && !creating.isOpen) onThread(newest, { replace: true });
  });

  return (
    <Page
      fill
      width="wide"
      isTitleHidden={desk}
      title={desk ? 'Messages' : ((thread && open.data?.with.username) ?? 'Messages')}
      back={!desk && thread ? <Back /> : undefined}
    >
      <div className="flex h-full min-h-0">
        {(desk || !thread) && <ThreadList threads={threads} current={thread} create={create} />}
        {thread && <ConversationPane key={thread} id={thread} since={since} thread={open} shown={shown} />}
        {desk && !thread && threads.items?.length === 0 && (
          <div className="grid flex-1 place-items-center">
            <NoMessages />
          </div>
        )}
      </div>
      <LazyDialog from={dialog} open={creating.isOpen} onClose={creating.close}>
        {({ CreateThreadDialog }) => (
          <CreateThreadDialog
            open={creating.isOpen}
            onClose={creating.close}
            onCreated={(id, person) =>
              onThread(threads.items?.find(one => one.with.id === person)?.id ?? id, { replace: true })
            }
            onStored={(id, stored) => {
              if (current.current === id && stored !== id) onThread(stored, { replace: true });
            }}
          />
        )}
      </LazyDialog>
    </Page>
  );
}

function Back() {
  return (
    <Link
      to="/dash/messages"
      aria-label="Back to the threads"
      className="relative -ml-2 grid size-9 shrink-0 place-items-center rounded-control text-ink-soft before:absolute before:-inset-1 hover:bg-hover"
    >
      <ChevronLeft aria-hidden="true" className="size-6" />
    </Link>
  );
}

const dialog = createLazyModule(() => import('./threads/create-thread-dialog.tsx'));
