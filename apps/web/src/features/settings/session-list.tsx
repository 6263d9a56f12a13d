import type { AppRouter } from '@onus/api/root';
import { useNavigate } from '@tanstack/react-router';
import type { inferProcedureOutput } from '@trpc/server';
import { useState } from 'react';
import { logout } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { Button } from '../../ui/form/button.tsx';
import { RemovableRows } from '../../ui/layout/removable-rows.tsx';
import { SessionRow } from '../../ui/list/session-row.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';
import { toastError } from '../../ui/toast/toast.tsx';

type Session = inferProcedureOutput<AppRouter['auth']['sessions']>[number];

/** The user's sessions, each with Sign out, and one for all of them (rule 2.10). */
export function SessionList() {
  const sessions = trpc.auth.sessions.useQuery(undefined, { refetchOnMount: 'always' });
  if (sessions.data) {
    return (
      <>
        <RemovableRows className="-my-3">
          {sessions.data.map(session => (
            <Row key={session.id} session={session} />
          ))}
        </RemovableRows>
        <SignOutEverywhere />
      </>
    );
  }
  if (!sessions.error) return <QuietSpinner />;
  return <ErrorNote message={messageOf(sessions.error)} onRetry={() => sessions.refetch()} />;
}

function Row({ session }: { session: Session }) {
  const { busy, signOut } = useSignOut(session);
  return <SessionRow session={session} busy={busy} onSignOut={signOut} />;
}

/** Ends every session, after a question. */
function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" className="self-start" onClick={() => setAsking(true)} {...dialog.near}>
        Sign out everywhere
      </Button>
      <LazyDialog from={dialog} open={asking} onClose={() => setAsking(false)}>
        {({ LeaveEverywhere }) => <LeaveEverywhere open={asking} onClose={() => setAsking(false)} />}
      </LazyDialog>
    </>
  );
}

const dialog = createLazyModule(() => import('./leave-everywhere.tsx'));

/** Signs out this browser like the menu's "Log out". The server disconnects another one. */
function useSignOut({ id, current }: Session) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const end = trpc.auth.signOut.useMutation({ onError: error => toastError(messageOf(error)) });

  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      await logout();
      await navigate({ to: '/login' });
    } catch (error) {
      setLeaving(false);
      toastError(messageOf(error));
    }
  }

  return {
    busy: leaving || end.isPending,
    signOut: () => (current ? void leave() : end.mutate({ id })),
  };
}
