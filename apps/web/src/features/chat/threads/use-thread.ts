import { foldThreads } from '@onus/contract/fold/chat';
import { useSelector } from '@tanstack/react-store';
import { outbox } from '../../../data/outbox/state.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';

/** The open thread. One that waits to be sent is not requested, because the server does not know its id. */
export function useThread(id: string | undefined) {
  const isUnsent = useIsUnsent(id);
  const asked = trpc.chat.conversation.useQuery({ id: id ?? '' }, { ...POLLED, enabled: !!id && !isUnsent });
  const threads = foldThreads(asked.data ? [asked.data] : [], useQueued(asked.data));
  return { ...asked, data: threads.find(thread => thread.id === id), isUnsent };
}

function useIsUnsent(id: string | undefined): boolean {
  return useSelector(outbox, all =>
    all.some(
      ({ path, input, landedAt }) => path === 'chat.start' && input.id === id && landedAt === undefined,
    ),
  );
}
