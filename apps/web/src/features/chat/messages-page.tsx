import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPart } from '../../lib/part.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { LateDialog } from '../../ui/late.tsx';
import { Page } from '../../ui/page.tsx';
import { useDesk } from '../../ui/use-desk.ts';
import { ConversationPane } from './conversation-pane.tsx';
import { NoMessages } from './no-messages.tsx';
import { ThreadList } from './thread-list.tsx';
import { useThreads } from './use-threads.ts';

interface MessagesPageProps {
  /** The id of the open thread. */
  thread: string | undefined;
  onThread: (id: string, how?: { replace: boolean }) => void;
}

/** Two panes on a desk; on a phone two screens, with a way back from the second. */
export function MessagesPage({ thread, onThread }: MessagesPageProps) {
  const desk = useDesk();
  const threads = useThreads();
  const [creating, setCreating] = useState(false);
  const create = { label: 'Create Thread', onClick: () => setCreating(true), near: dialog.near };
  const newest = threads.items?.[0]?.id;
  const open = trpc.chat.conversation.useQuery({ id: thread ?? '' }, { ...POLLED, enabled: !!thread });

  // A desk has room for both: it opens the newest thread, and stays in it whatever arrives in others.
  useEffect(() => {
    if (desk && !thread && newest) onThread(newest, { replace: true });
  });

  return (
    <Page
      fill
      width="wide"
      title={desk ? 'Messages' : ((thread && open.data?.with.username) ?? 'Messages')}
      back={!desk && thread ? <Back /> : undefined}
    >
      <div className="flex h-full min-h-0 desk:border-line desk:border-t">
        {(desk || !thread) && <ThreadList threads={threads} current={thread} create={create} />}
        {thread && <ConversationPane key={thread} id={thread} thread={open} />}
        {desk && !thread && threads.items?.length === 0 && (
          <div className="grid flex-1 place-items-center">
            <NoMessages create={create} />
          </div>
        )}
      </div>
      <LateDialog part={dialog} open={creating} onClose={() => setCreating(false)}>
        {({ CreateThreadDialog }) => (
          <CreateThreadDialog
            open={creating}
            onClose={() => setCreating(false)}
            onCreated={id => onThread(id)}
          />
        )}
      </LateDialog>
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

const dialog = createPart(() => import('./create-thread-dialog.tsx'));
