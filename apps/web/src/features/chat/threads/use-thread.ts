import { useSelector } from '@tanstack/react-store';
import { isGone } from '../../../data/fetch.ts';
import { outbox } from '../../../data/outbox/state.ts';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { useFolded, useThreads } from './use-threads.ts';

/** The open thread. One that waits to be sent is not requested, because the server does not know its id. */
export function useThread(id: string | undefined) {
  const isWaiting = useIsUnsent(id);
  const asked = trpc.chat.conversation.useQuery({ id: id ?? '' }, { ...POLLED, enabled: !!id && !isWaiting });
  const threads = useFolded(asked.data && [asked.data], asked.data);
  // Without a network the list may know a thread that was never opened.
  const listed = useThreads(false).items?.find(thread => thread.id === id);
  const data = threads.find(thread => thread.id === id) ?? (isGone(asked.error) ? undefined : listed);
  return { ...asked, data, isUnsent: isWaiting };
}

function useIsUnsent(id: string | undefined): boolean {
  return useSelector(outbox, all => isUnsent(id, all));
}

/** Whether a thread waits to be sent: the server does not know it. */
export function isUnsent(id: string | undefined, queued = outbox.get()): boolean {
  return queued.some(
    ({ path, input, landedAt }) => path === 'chat.start' && input.id === id && landedAt === undefined,
  );
}
