import { useLocation } from '@tanstack/react-router';
import { trpc } from '../../data/trpc.ts';
import type { Kind } from './kinds.ts';

/** What the page says of the line: its kind, the open thread, and the member whose tasks it shows. */
export interface LinePage {
  kind: Kind;
  threadId: string | undefined;
  assignTo: readonly string[];
}

export function useLinePage(): LinePage {
  const { pathname, search } = useLocation();
  const memberId = /^\/dash\/manager\/users\/([^/]+)/.exec(pathname)?.[1];
  // The page has loaded the member.
  const member = trpc.useUtils().member.get.getData({ id: memberId ?? '' });
  const isMessages = pathname.startsWith('/dash/messages');
  return {
    kind: isMessages ? 'message' : pathname.startsWith('/dash/groceries') ? 'item' : 'task',
    threadId: isMessages ? search.thread : undefined,
    // Inactive people cannot be assigned (rule 2.9).
    assignTo: member?.active ? [member.id] : [],
  };
}
