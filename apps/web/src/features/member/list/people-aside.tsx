import type { ReactNode } from 'react';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { PersonBadge } from '../../../ui/badge.tsx';
import { capitalised } from '../member.ts';
import { PAGE, peopleInOrder } from './by-person.tsx';
import { CardLink } from './card-link.tsx';
import { TaskProgress } from './task-progress.tsx';

/** The people of a household beside its head's own tasks. @param without what shows where there are none. */
export function PeopleAside({ without }: { without: ReactNode }) {
  const { data } = trpc.manager.people.useQuery(PAGE, POLLED);
  if (!data) return null;
  if (data.items.length === 0) return without;
  return (
    <section aria-label="Your people" className="flex flex-col">
      {peopleInOrder(data.items).map(person => (
        <div key={person.id} className={PERSON}>
          <PersonBadge id={person.id} name={person.username} size="normal" decorative />
          <div className="min-w-0">
            <p dir="auto" className="truncate text-left font-medium text-small">
              <CardLink id={person.id}>{capitalised(person.username)}</CardLink>
            </p>
            <TaskProgress of={person} />
          </div>
        </div>
      ))}
    </section>
  );
}

const PERSON =
  'relative -mx-3 flex items-start gap-3 rounded-control px-3 py-2.5 transition-colors hover:bg-hover';
