import type { AppRouter } from '@onus/api/root';
import { Link } from '@tanstack/react-router';
import type { inferProcedureOutput } from '@trpc/server';
import { type ReactNode, useState } from 'react';
import { useCurrentUser } from '../../../data/session/session.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import { Facts } from '../facts.tsx';
import { UserSessions } from './user-sessions.tsx';

type Member = inferProcedureOutput<AppRouter['member']['get']>;

interface UserDetailProps {
  user: Member;
  /** Moving and handing over, from another feature. */
  children: ReactNode;
}

/** What an Admin does about one account. */
export function UserDetail({ user, children }: UserDetailProps) {
  return (
    <div className="flex max-w-form flex-col gap-10 pt-2">
      <div className="flex flex-col gap-4">
        <Facts
          entries={[
            ['Email', user.email],
            ['Roles', user.roles.join(', ')],
            ['State', user.active ? 'Active' : 'Not active: signed out, and cannot log in'],
          ]}
        />
        <div className="flex flex-wrap items-center gap-4">
          <ActiveButton user={user} />
          <ResetButton user={user} />
          <Link
            to="/dash/manager/users/$userId"
            params={{ userId: user.id }}
            search={{ tab: 'settings' }}
            className="flex min-h-touch items-center font-medium text-brand-strong underline underline-offset-2"
          >
            Name, email, roles and links
          </Link>
        </div>
      </div>
      <Section title="Sessions">
        <UserSessions userId={user.id} />
      </Section>
      {children}
    </div>
  );
}

/** For a person who lost their phone and their codes: the server tells them by email. */
function ResetButton({ user: { id, username } }: { user: Member }) {
  const me = useCurrentUser();
  const [isAsking, setAsking] = useState(false);
  const reset = trpc.secondFactor.reset.useMutation({
    onSuccess: () => toastSuccess(`${username} has no second factor now`),
    onError: error => toastError(messageOf(error)),
    onSettled: () => setAsking(false),
  });
  if (id === me.id) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Reset second factor
      </Button>
      <Dialog
        title={`Reset the second factor of ${username}?`}
        open={isAsking}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={reset.isPending} onClick={() => reset.mutate({ userId: id })}>
              Reset
            </Button>
          </>
        }
      >
        <p className="text-ink-soft">
          This removes the authenticator app, the recovery codes and all passkeys. If there are any,{' '}
          {username} is signed out everywhere. After that the password alone is enough to log in.
        </p>
      </Dialog>
    </>
  );
}

function ActiveButton({ user: { id, username, active } }: { user: Member }) {
  const me = useCurrentUser();
  const update = trpc.member.update.useMutation({
    onSuccess: () => toastSuccess(active ? `${username} was deactivated` : `${username} is active again`),
    onError: error => toastError(messageOf(error)),
  });
  // No one deactivates their own account (rule 3.12).
  if (id === me.id) return null;
  return (
    <Button variant="quiet" busy={update.isPending} onClick={() => update.mutate({ id, active: !active })}>
      {active ? 'Deactivate' : 'Activate'}
    </Button>
  );
}
