import { trpc } from '../../../data/trpc.ts';
import { Empty } from '../../../ui/status/empty.tsx';
import { EmptyLetterBox } from './empty-letter-box.tsx';

/** Shown without threads: there are no messages yet, or no recipients (rule 3). */
export function NoMessages() {
  const { data: people, error } = trpc.chat.people.useQuery({ limit: 1 });
  if (!people && !error) return null;
  const alone = people?.items.length === 0 && people.nextCursor === null;
  return <Empty text={alone ? NO_ONE : 'You have no messages yet.'} drawing={<EmptyLetterBox />} />;
}

export const NO_ONE =
  'You have no one to message yet. Messages go to people in your household, and you are the only one in it.';
