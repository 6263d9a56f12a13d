import type { ReactNode } from 'react';
import { isGone } from '../../../data/fetch.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Badge, PersonBadge } from '../../../ui/badge.tsx';
import type { Shown } from '../../../ui/list/long/use-shown.ts';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import type { Conversation } from '../chat.ts';
import { LeftDraft } from '../send/left-draft.tsx';
import { MessageList } from './message-list.tsx';
import { useMessages } from './use-messages.ts';

interface ConversationPaneProps {
  id: string;
  /** The sequence of the newest message in all threads; undefined until it is known. */
  since: number | undefined;
  thread: { data: Conversation | undefined; error: unknown; refetch: () => unknown; isUnsent: boolean };
  /** The message that a link leads to. */
  shown: Shown | undefined;
}

/** The right pane: the thread that is open, or why it cannot be. */
export function ConversationPane({ id, since, thread, shown }: ConversationPaneProps) {
  const messages = useMessages(id, since, thread);
  const error = (!thread.data && thread.error) || (!messages.items && messages.error);
  if (error) {
    const retry = () => Promise.all([thread.refetch(), messages.refetch()]);
    return (
      <Waiting>
        <div className="flex w-full max-w-md flex-col items-center gap-6">
          <ErrorNote message={messageOf(error)} onRetry={isGone(error) ? undefined : retry} />
          {isGone(error) && <LeftDraft threadId={id} />}
        </div>
      </Waiting>
    );
  }
  if (!thread.data || !messages.items) {
    return (
      <Waiting>
        <Spinner delayed />
      </Waiting>
    );
  }
  return (
    <section
      aria-label={`Conversation with ${thread.data.with.username}`}
      className="flex min-w-0 flex-1 flex-col"
    >
      <Header with={thread.data.with} />
      <MessageList thread={thread.data} messages={messages} stored={messages.items} shown={shown} />
    </section>
  );
}

/** On a phone the page's title names the person. */
function Header({ with: other }: Pick<Conversation, 'with'>) {
  return (
    <header className="hidden shrink-0 items-center gap-3 border-line border-b pl-5 desk:flex desk:h-18">
      <PersonBadge id={other.id} name={other.username} size="normal" decorative />
      <h2 dir="auto" className="min-w-0 truncate font-medium">
        {other.username}
      </h2>
      {!other.active && <Badge>Not active</Badge>}
    </header>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 flex-1 place-items-center px-5">{children}</div>;
}
