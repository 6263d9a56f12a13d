import { Link } from '@tanstack/react-router';
import { IF_MISSING, queries } from '../../../data/queries.ts';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { cx } from '../../../lib/cx.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { PersonBadge } from '../../../ui/badge.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { capitalised } from '../member.ts';
import { CardLink } from './card-link.tsx';
import { type PersonTasks, TaskProgress } from './task-progress.tsx';

/** As many members as one request returns: they come by name, and are put in order here. */
export const PAGE = { limit: 100 };

/** The most people above the tasks. The tab Members has all. */
const MOST = 12;

/** Who of the members is behind: each with their numbers, the most overdue first. */
export function ByPerson() {
  const { data, error, refetch } = trpc.manager.people.useQuery(PAGE, POLLED);
  if (!data) {
    return error ? <ErrorNote message={messageOf(error)} onRetry={() => refetch()} /> : <Waiting />;
  }
  if (data.items.length === 0) return null;
  const people = peopleInOrder(data.items);
  const hasMore = data.items.length > MOST || data.nextCursor !== null;
  return (
    <section aria-labelledby="by-person" className="pt-5 pb-2">
      <div className="mb-2 flex items-baseline gap-4">
        <h2 id="by-person" className="font-medium text-ink-soft text-small">
          By person
        </h2>
        {hasMore && (
          <Link
            to="/dash/manager"
            search={{ tab: 'members' }}
            className="relative ml-auto font-medium text-brand-strong text-small before:absolute before:-inset-y-3 before:inset-x-0"
          >
            All members
          </Link>
        )}
      </div>
      <ul className={LIST}>
        {people.map(person => (
          <li key={person.id} className={ITEM}>
            <Person person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The room of one row of people, so that the tasks below do not move when they come. */
function Waiting() {
  return (
    <div aria-hidden="true" className="animate-late pt-5 pb-2">
      <div className={cx(LIST, 'mt-7')}>
        <div className={cx(ITEM, 'h-16 animate-breathe rounded-card inset-ring inset-ring-line')} />
      </div>
    </div>
  );
}

/** The most overdue first, and no more than fit above or beside the tasks. */
export function peopleInOrder(people: readonly PersonTasks[]): PersonTasks[] {
  return people.toSorted((one, other) => behind(other) - behind(one)).slice(0, MOST);
}

export function prefetchPeople(): void {
  void queries.manager.people.prefetch(PAGE, IF_MISSING);
}

/** No article: those of the page are its tasks. */
function Person({ person }: { person: PersonTasks }) {
  const name = capitalised(person.username);
  return (
    <div className="relative flex h-full items-center gap-3 rounded-card bg-surface px-3 py-2.5 inset-ring inset-ring-line transition-colors hover:bg-hover">
      <PersonBadge id={person.id} name={person.username} size="normal" decorative />
      <div className="min-w-0">
        <p dir="auto" title={name} className="truncate text-left font-medium">
          <CardLink id={person.id}>{name}</CardLink>
        </p>
        <TaskProgress of={person} />
      </div>
    </div>
  );
}

/** Overdue tasks first, then what is left of today. */
function behind({ overdue, today }: PersonTasks): number {
  return overdue * 10_000 + today.all - today.done;
}

/** A row that scrolls sideways on a phone, so that the tasks stay in sight. */
const LIST =
  '-mx-4 flex gap-2 overflow-x-auto px-4 py-1 desk:mx-0 desk:grid desk:grid-cols-2 desk:px-0 wide:grid-cols-3';

/** In that row the numbers of a person stand in one line, so that its height is known. */
const ITEM =
  'min-w-0 max-desk:w-max max-desk:min-w-64 max-desk:max-w-88 max-desk:shrink-0 max-desk:[&_p]:flex-nowrap max-desk:[&_p]:whitespace-nowrap';
