import { trpc } from '../../trpc.ts';
import { EmptyLetterBox } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/empty.tsx';
import type { Action } from '../../ui/page.tsx';

/** In place of threads: no one has written yet, or there is no one to write to (decision 3). */
export function NoMessages({ create }: { create: Action }) {
  const people = trpc.chat.people.useQuery({ limit: 1 }).data;
  if (!people) return null;
  const alone = people.items.length === 0 && people.nextCursor === null;
  return (
    <Empty
      text={alone ? NOBODY : 'You have no messages yet.'}
      drawing={<EmptyLetterBox />}
      action={alone ? undefined : create}
    />
  );
}

export const NOBODY =
  'There is nobody to write to yet. Messages go between the people of one household, and you are the only one in yours.';
