import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/message.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Member } from './member.ts';

/** Statuses with which the server says that this member is not the caller's to look at. */
const REFUSALS = [403, 404];

interface MemberGateProps {
  id: string;
  children: (member: Member) => ReactNode;
}

/** A member's page for those who may see it; anybody else is sent to /unauthorized (decision 5.2). */
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
