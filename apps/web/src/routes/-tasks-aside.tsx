import { useCurrentUser } from '../data/session/session.ts';
import { PeopleAside } from '../features/member/list/people-aside.tsx';
import { Week } from '../features/task/week.tsx';

/** Beside the tasks on a wide screen: a head of household sees the people, others the week. */
export function TasksAside() {
  const { isManager } = useCurrentUser();
  return isManager ? <PeopleAside without={<Week />} /> : <Week />;
}
