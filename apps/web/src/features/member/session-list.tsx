import { useNavigate } from '@tanstack/react-router';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { browserName } from '../../lib/browser-name.ts';
import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { logout } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError } from '../../ui/toast.tsx';

interface Session {
  id: string;
  userAgent: string;
  lastSeenAt: string;
  current: boolean;
}

/** One's own browsers, with the way to end each (decision 2.10). */
export function SessionList() {
  const sessions = trpc.auth.sessions.useQuery(undefined, { refetchOnMount: 'always' });
  if (sessions.data) {
    return (
      <ul className="-my-3">
        {sessions.data.map(session => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
    );
  }
  if (!sessions.error) return <Spinner delayed />;
  return <ErrorNote message={messageOf(sessions.error)} onRetry={() => sessions.refetch()} />;
}

function Row({ session }: { session: Session }) {
  const { busy, signOut } = useSignOut(session);
  const name = browserName(session.userAgent);
  return (
    <li className="flex items-center gap-3 border-line border-b py-3 last:border-b-0">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {session.current && <Badge tone="brand">This browser</Badge>}
        </p>
        <p className="text-ink-soft text-small">Last seen {momentHere(session.lastSeenAt)}</p>
      </div>
      <Button variant="quiet" size="small" busy={busy} aria-label={`Sign out ${name}`} onClick={signOut}>
        Sign out
      </Button>
    </li>
  );
}

/** This browser leaves as the menu's "Log out" does; another one is cut off by the server. */
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
