import { foldTasks } from '@onus/contract/fold/task';
import { useQueued } from '../../data/outbox/use-outbox.ts';
import { POLLED } from '../../data/query-client.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { todayHere } from '../../lib/dates.ts';

/** Which of the first steps are done; undefined until all are known. */
export function useProgress() {
  const me = useCurrentUser();
  // An Admin may be one of the people.
  const people = trpc.manager.people.useQuery({ limit: 2 }, POLLED).data;
  const tasks = trpc.manager.tasks.useQuery({ view: 'all', limit: 1 }, POLLED).data;
  const sessions = trpc.auth.sessions.useQuery(undefined, POLLED).data;
  const queued = useQueued('task', tasks);
  if (!people || !tasks || !sessions) return undefined;
  const all = { source: 'managed', view: 'all', order: 'asc', me, today: todayHere() } as const;
  return {
    people: people.items.some(({ id }) => id !== me.id),
    task: foldTasks(tasks.items, queued, all).length > 0,
    phone: sessions.some(({ userAgent }) => PHONE.test(userAgent)),
  };
}

const PHONE = /Android|iPhone|iPad|Mobile/;
