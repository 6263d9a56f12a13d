import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IF_MISSING, queries } from '../../data/queries.ts';
import { POLLED } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import type { Member } from './member.ts';

/** The statuses for a member that the caller may not see. */
const REFUSALS = [403, 404];

interface MemberGateProps {
  id: string;
  children: (member: Member) => ReactNode;
}

/** Shows a member's page, or redirects to /unauthorized if the user may not see it (rule 5.2). */
export function MemberGate({ id, children }: MemberGateProps) {
  const { data, error, refetch } = trpc.member.get.useQuery({ id }, POLLED);
  if (REFUSALS.includes(error?.data?.httpStatus ?? 0)) return <Navigate to="/unauthorized" replace />;
  if (data) return children(data);
  return (
    <div className="grid min-h-60 place-items-center px-4">
      {error ? <ErrorNote message={messageOf(error)} onRetry={() => refetch()} /> : <Spinner delayed />}
    </div>
  );
}

export function prefetchMember(id: string): void {
  void queries.member.get.prefetch({ id }, IF_MISSING);
}
