import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';
import { useState } from 'react';
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
import type { Leaving } from './leaving.ts';

type Session = inferProcedureOutput<AppRouter['auth']['sessions']>[number];

/** The user's sessions, each with Sign out, and one for all of them (rule 2.10). */
export function SessionList({ leaving }: { leaving: Leaving }) {
  const sessions = trpc.auth.sessions.useQuery(undefined, { refetchOnMount: 'always' });
  if (sessions.data) {
    return (
      <>
        <RemovableRows className="-my-3">
          {sessions.data.map(session => (
            <Row key={session.id} session={session} leaving={leaving} />
          ))}
        </RemovableRows>
        <SignOutEverywhere leaving={leaving} />
      </>
    );
  }
  if (!sessions.error) return <QuietSpinner />;
  return <ErrorNote message={messageOf(sessions.error)} onRetry={() => sessions.refetch()} />;
}

function Row({ session, leaving }: { session: Session; leaving: Leaving }) {
  const { busy, signOut } = useSignOut(session, leaving);
  return <SessionRow session={session} busy={busy} onSignOut={signOut} />;
}

/** Ends every session, after a question. */
function SignOutEverywhere({ leaving }: { leaving: Leaving }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" className="self-start" onClick={() => setAsking(true)} {...dialog.near}>
        Sign out everywhere
      </Button>
      <LazyDialog from={dialog} open={asking} onClose={() => setAsking(false)}>
        {({ LeaveEverywhere }) => (
          <LeaveEverywhere open={asking} onClose={() => setAsking(false)} leaving={leaving} />
        )}
      </LazyDialog>
    </>
  );
}

const dialog = createLazyModule(() => import('./leave-everywhere.tsx'));

/** Signs out this browser like the menu's "Log out". The server disconnects another one. */
function useSignOut({ id, current }: Session, { isLeaving, leave }: Leaving) {
  const end = trpc.auth.signOut.useMutation({ onError: error => toastError(messageOf(error)) });
  return {
    busy: (current && isLeaving) || end.isPending,
    signOut: () => (current ? leave() : end.mutate({ id })),
  };
}
