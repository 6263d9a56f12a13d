import { TRPCClientError } from '@trpc/client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { NoAnswer } from '../../lib/answer.ts';
import { messageOf } from '../../lib/message.ts';
import { createPart } from '../../lib/part.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LateDialog } from '../../ui/late.tsx';
import { MemberCard } from './member-card.tsx';

/** Spec 2: the people one manages; an Admin's are everybody. */
export function MemberList() {
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="members" className="pt-10">
      <div className="mb-4 flex items-center gap-4">
        <h2 id="members" className="text-card">
          Members
        </h2>
        <Button variant="quiet" className="ml-auto" onClick={() => setAdding(true)} {...dialog.near}>
          <Plus aria-hidden="true" />
          Add Member
        </Button>
      </div>
      <Cards />
      <LateDialog part={dialog} open={adding} onClose={() => setAdding(false)}>
        {({ AddMemberDialog }) => <AddMemberDialog open={adding} onClose={() => setAdding(false)} />}
      </LateDialog>
    </section>
  );
}

function Cards() {
  const list = trpc.member.list.useInfiniteQuery(
    {},
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const members = list.data?.pages.flatMap(page => page.items);
  if (!members) {
    if (list.error) return <ErrorNote message={serialised(list.error)} onRetry={() => list.refetch()} />;
    return <p className="py-6 text-ink-soft">...Loading</p>;
  }
  if (members.length === 0) return <Empty text="No Members" />;
  return (
    <>
      <ul className="grid gap-3 desk:grid-cols-2 wide:grid-cols-3">
        {members.map(member => (
          <li key={member.id} className="min-w-0">
            <MemberCard member={member} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center py-4">
          <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const dialog = createPart(() => import('./add-member-dialog.tsx'));

/** As the spec wants it here: the words and the code of any other refusal (decision 2.7, spec 8). */
function serialised(error: unknown): string {
  const { cause, data } = error instanceof TRPCClientError ? error : {};
  const code = cause instanceof NoAnswer ? cause.code : data?.reason;
  return JSON.stringify({ message: messageOf(error), code });
}
