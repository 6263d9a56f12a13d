import type { ReactNode } from 'react';
import { messageOf } from '../../lib/message.ts';
import { Badge, PersonBadge } from '../../ui/badge.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Conversation } from './chat.ts';
import { MessageList } from './message-list.tsx';
import { useMessages } from './use-messages.ts';

interface ConversationPaneProps {
  id: string;
  thread: { data: Conversation | undefined; error: unknown; refetch: () => unknown };
}

/** The right pane: the thread that is open, or why it cannot be. */
export function ConversationPane({ id, thread }: ConversationPaneProps) {
  const messages = useMessages(id);
  const error = (!thread.data && thread.error) || (!messages.items && messages.error);
  if (error) {
    const retry = () => Promise.all([thread.refetch(), messages.refetch()]);
    return (
      <Waiting>
        <ErrorNote message={messageOf(error)} onRetry={retry} />
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
      <MessageList thread={thread.data} messages={messages} stored={messages.items} />
    </section>
  );
}

/** On a phone the page's own title says whose thread it is. */
function Header({ with: other }: Pick<Conversation, 'with'>) {
  return (
    <header className="hidden shrink-0 items-center gap-3 border-line border-b py-3 pl-5 desk:flex">
      <PersonBadge id={other.id} name={other.username} size="normal" decorative />
      <h2 dir="auto" className="min-w-0 truncate text-card">
        {other.username}
      </h2>
      {!other.active && <Badge>Not active</Badge>}
    </header>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 flex-1 place-items-center px-5">{children}</div>;
}
