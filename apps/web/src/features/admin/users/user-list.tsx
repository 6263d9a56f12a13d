import type { AppRouter } from '@onus/api/root';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { inferProcedureOutput } from '@trpc/server';
import { useDeferredValue, useState } from 'react';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { momentHere } from '../../../lib/dates.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Badge, PersonBadge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { ShowMore } from '../../../ui/layout/show-more.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton.tsx';
import { Empty } from '../../../ui/status/empty.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';

type User = inferProcedureOutput<AppRouter['admin']['users']>['items'][number];

/** Everyone with an account, by name, with a search. */
export function UserList() {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const list = trpc.admin.users.useInfiniteQuery(search === '' ? {} : { search }, {
    ...POLLED,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const users = list.data?.pages.flatMap(page => page.items);
  return (
    <div className="flex flex-col gap-4 pt-6">
      <div className="max-w-form">
        <Field
          label="Find a user"
          type="search"
          autoComplete="off"
          placeholder="Name or email"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      {list.error && !users ? (
        <ErrorNote message={messageOf(list.error)} onRetry={() => list.refetch()} />
      ) : users ? (
        <Users users={users} search={search} />
      ) : (
        <SkeletonRows />
      )}
      <ShowMore list={list} />
    </div>
  );
}

function Users({ users, search }: { users: readonly User[]; search: string }) {
  if (users.length === 0) return <Empty text={`No user has “${search}” in the name or email.`} />;
  return (
    <ul aria-label="Users" className="-mx-2">
      {users.map(user => (
        <Row key={user.id} user={user} />
      ))}
    </ul>
  );
}

/** The whole row leads to the user. */
function Row({ user }: { user: User }) {
  return (
    <li className="relative flex items-center gap-3 rounded-control px-2 py-3 transition-colors hover:bg-hover after:absolute after:inset-x-2 after:bottom-0 after:h-px after:bg-line last:after:hidden">
      <PersonBadge id={user.id} name={user.username} size="large" decorative />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            to="/dash/admin"
            search={{ user: user.id }}
            dir="auto"
            className="min-w-0 truncate font-semibold outline-none before:absolute before:inset-0 before:rounded-control focus-visible:before:outline-2 focus-visible:before:outline-brand-strong"
          >
            {user.username}
          </Link>
          {user.status !== 'Employee' && <Badge tone="brand">{user.status}</Badge>}
          {!user.active && <Badge>Inactive</Badge>}
        </div>
        <p title={user.email} className="truncate text-ink-soft text-small">
          {user.email}
        </p>
        <p className="truncate text-ink-soft text-small desk:hidden">{seen(user)}</p>
      </div>
      <div className="hidden w-64 shrink-0 text-ink-soft text-small desk:block">
        <p className="truncate">{seen(user)}</p>
        <p className="truncate">{user.manager ? `Managed by ${user.manager.username}` : 'No manager'}</p>
      </div>
    </li>
  );
}

function seen({ lastSeenAt, sessions }: User): string {
  if (!lastSeenAt) return 'Not signed in';
  const browsers = sessions === 1 ? '1 browser' : `${sessions < 100 ? sessions : '100 or more'} browsers`;
  return `${browsers}, last seen ${momentHere(lastSeenAt)}`;
}
