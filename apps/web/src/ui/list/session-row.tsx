import { browserName } from '@onus/contract/auth/browser-name';
import { MonitorSmartphone } from 'lucide-react';
import { momentHere } from '../../lib/dates.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../form/button.tsx';

interface SessionRowProps {
  session: {
    userAgent: string;
    network: string;
    createdAt: string;
    lastSeenAt: string;
    current: boolean;
  };
  busy: boolean;
  onSignOut: () => void;
}

/** A browser in which someone is signed in, with Sign out (rule 2.10). */
export function SessionRow({ session, busy, onSignOut }: SessionRowProps) {
  const { userAgent, network, createdAt, lastSeenAt, current } = session;
  const name = browserName(userAgent);
  return (
    <li className="flex items-center gap-3 border-line border-b py-3 last:border-b-0">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {current && <Badge tone="brand">This browser</Badge>}
        </p>
        <p className="text-ink-soft text-small">
          {network && `${network} · `}Last seen {momentHere(lastSeenAt)}
        </p>
        <p className="text-ink-soft text-small">Signed in {momentHere(createdAt)}</p>
      </div>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        aria-label={`Sign out ${name}${current ? ', this browser' : ''}`}
        onClick={onSignOut}
      >
        Sign out
      </Button>
    </li>
  );
}
