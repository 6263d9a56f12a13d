import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { prefetchMessages } from '../features/chat/conversation/use-messages.ts';
import { LinkCards } from '../features/chat/link-cards.ts';
import { MessagesPage } from '../features/chat/messages-page.tsx';
import { prefetchThreads } from '../features/chat/threads/use-threads.ts';
import { createLazyModule } from '../lib/lazy-module.ts';
import type { LinkedRow } from '../lib/words/links.ts';
import { LazyView } from '../ui/status/lazy-view.tsx';
import { optionalText } from './-search/search.ts';
import { useLinkedRow } from './-search/use-linked-row.ts';

export const Route = createFileRoute('/dash/messages')({
  // A found message is in its thread.
  validateSearch: z.object({ thread: optionalText, message: optionalText }),
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  loader: ({ deps: { thread } }) => {
    prefetchThreads();
    if (thread) prefetchMessages(thread);
  },
  preload: false,
  component: Messages,
});

function Messages() {
  const { thread, message } = Route.useSearch();
  const shown = useLinkedRow(message);
  const navigate = Route.useNavigate();
  return (
    <LinkCards value={cardOf}>
      <MessagesPage
        thread={thread}
        shown={shown}
        onThread={(id, how) => void navigate({ search: { thread: id }, ...how })}
      />
    </LinkCards>
  );
}

function cardOf({ kind, id }: LinkedRow) {
  const waiting = <div className="h-17" />;
  return kind === 'task' ? (
    <LazyView key={id} from={taskCard} waiting={waiting}>
      {({ TaskCard }) => <TaskCard id={id} />}
    </LazyView>
  ) : (
    <LazyView key={id} from={itemCard} waiting={waiting}>
      {({ ItemCard }) => <ItemCard id={id} />}
    </LazyView>
  );
}

const taskCard = createLazyModule(() => import('../features/task/open/task-card.tsx'));
const itemCard = createLazyModule(() => import('../features/grocery/open/item-card.tsx'));
