import { Plus, QrCode as QrCodeIcon } from 'lucide-react';
import { NoAnswer, reasonOf } from '../../../data/fetch.ts';
import { IF_MISSING, queries } from '../../../data/queries.ts';
import { POLLED } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ShowMore } from '../../../ui/layout/show-more.tsx';
import { useHistoryDialog } from '../../../ui/overlay/use-history-dialog.ts';
import { Empty } from '../../../ui/status/empty.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { LazyDialog, LazyView } from '../../../ui/status/lazy-view.tsx';
import type { Member } from '../member.ts';
import { prefetchPeople } from './by-person.tsx';
import { MemberCard } from './member-card.tsx';

/** Rule 12: the manager's members, or all users for an Admin. */
export function MemberList() {
  const adding = useHistoryDialog('member');
  const inviting = useHistoryDialog('invite');
  return (
    <section aria-labelledby="members" className="pt-10">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 id="members" className="whitespace-nowrap text-card">
          Members
        </h2>
        <div className="ml-auto flex flex-wrap justify-end gap-2 max-desk:*:px-3">
          <Button variant="quiet" onClick={inviting.open} {...inviteDialog.near}>
            <QrCodeIcon aria-hidden="true" />
            Invite
          </Button>
          <Button variant="quiet" onClick={adding.open} {...addDialog.near}>
            <Plus aria-hidden="true" />
            Add Member
          </Button>
        </div>
      </div>
      <Cards />
      <LazyView from={invitations} waiting={null}>
        {({ OpenInvitations }) => <OpenInvitations />}
      </LazyView>
      <LazyDialog from={addDialog} open={adding.isOpen} onClose={adding.close}>
        {({ AddMemberDialog }) => <AddMemberDialog open={adding.isOpen} onClose={adding.close} />}
      </LazyDialog>
      <LazyDialog from={inviteDialog} open={inviting.isOpen} onClose={inviting.close}>
        {({ InviteDialog }) => <InviteDialog open={inviting.isOpen} onClose={inviting.close} />}
      </LazyDialog>
    </section>
  );
}

export function prefetchMembers(): void {
  void queries.member.list.prefetchInfinite({}, IF_MISSING);
  prefetchPeople();
}

function Cards() {
  const list = trpc.member.list.useInfiniteQuery(
    {},
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const { pages, pageParams } = list.data ?? {};
  if (!pages) {
    if (list.error) return <ErrorNote message={serialised(list.error)} onRetry={() => list.refetch()} />;
    return <p className="py-6 text-ink-soft">...Loading</p>;
  }
  if (pages[0]?.items.length === 0) return <Empty text="No Members" />;
  return (
    <>
      <ul className="grid gap-3 desk:grid-cols-2 wide:grid-cols-3">
        {pages.map((page, place) => {
          const cursor = pageParams?.[place] ?? null;
          return <CardsOfPage key={cursor} members={page.items} cursor={cursor} />;
        })}
      </ul>
      <ShowMore list={list} />
    </>
  );
}

/** @param cursor of the page, which is the same for the members and for their numbers. */
function CardsOfPage({ members, cursor }: { members: readonly Member[]; cursor: string | null }) {
  const { data } = trpc.manager.people.useQuery(cursor ? { cursor } : {}, POLLED);
  const tasks = new Map(data?.items.map(person => [person.id, person]));
  return members.map(member => (
    <li key={member.id} className="min-w-0">
      <MemberCard member={member} tasks={tasks.get(member.id)} />
    </li>
  ));
}

const addDialog = createLazyModule(() => import('../add-member-dialog.tsx'));
const inviteDialog = createLazyModule(() => import('../invite/invite-dialog.tsx'));
const invitations = createLazyModule(() => import('../invite/open-invitations.tsx'));

/** The serialized error of this list: message and code (rule 2.7, rule 18). */
function serialised(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof NoAnswer ? cause.code : reasonOf(error);
  return JSON.stringify({ message: messageOf(error), code });
}
