import { createFileRoute } from '@tanstack/react-router';
import { MessagesPage } from '../features/chat/messages-page.tsx';

export const Route = createFileRoute('/dash/messages')({
  validateSearch: (search): { thread?: string | undefined } => ({
    thread: typeof search.thread === 'string' ? search.thread : undefined,
  }),
  component: Messages,
});

function Messages() {
  const { thread } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MessagesPage thread={thread} onThread={(id, how) => void navigate({ search: { thread: id }, ...how })} />
  );
}
