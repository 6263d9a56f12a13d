import { useCurrentUser } from '../../../data/session/session.ts';
import { PersonBadge } from '../../../ui/badge.tsx';
import type { Groups } from './task-list.tsx';
import type { GroupRow, TaskOrDone } from './use-done-tasks.ts';

/** The open tasks of a household by the people who do them. Completed ones of today stay below their line. */
export const byPerson: Groups = { rowsOf, Line };

function rowsOf(rows: readonly TaskOrDone[]) {
  const line = rows.findIndex(row => 'count' in row);
  const end = line < 0 ? rows.length : line;
  const groups = new Map<string, { line: GroupRow; tasks: TaskOrDone[] }>();
  for (const row of rows.slice(0, end)) {
    if ('count' in row) continue;
    const people = peopleOf(row);
    const id = `of ${people.map(one => one.id).join(' ')}`;
    const group = groups.get(id) ?? { line: { id, isLine: true as const, people }, tasks: [] };
    group.tasks.push(row);
    groups.set(id, group);
  }
  // A single group needs no name.
  if (groups.size < 2) return rows;
  const sorted = [...groups.values()].sort((one, other) => compare(one.line, other.line));
  return [...sorted.flatMap(({ line: first, tasks }) => [first, ...tasks]), ...rows.slice(end)];
}

/** The assignees by name, or the member who made the task for themselves. */
function peopleOf({ assignees, maker }: Exclude<TaskOrDone, { count: number }>) {
  return (maker ? [maker] : [...assignees]).sort(byName);
}

/** One person by name, then several, and at the end the tasks of no one else. */
function compare(one: GroupRow, other: GroupRow): number {
  const [a, b] = [one.people.length || 1_000, other.people.length || 1_000];
  return a - b || one.people.map(byNameOf).join().localeCompare(other.people.map(byNameOf).join());
}

function byName(one: { username: string; id: string }, other: { username: string; id: string }): number {
  return one.username.localeCompare(other.username) || one.id.localeCompare(other.id);
}

function byNameOf({ username }: { username: string }): string {
  return username;
}

/** Above its tasks, on a wide screen left of them. */
function Line({ group: { people } }: { group: GroupRow }) {
  const me = useCurrentUser();
  const names = people.map(byNameOf).join(', ') || 'Assigned to no one';
  return (
    <h2 title={names} className="person-line">
      {people.length === 1 && people[0] && (
        <PersonBadge id={people[0].id} name={names} me={people[0].id === me.id} decorative />
      )}
      <span dir="auto" className="truncate">
        {names}
      </span>
    </h2>
  );
}
