import type { ReactNode } from 'react';
import { Button } from '../../ui/form/button.tsx';

interface RevokeRowProps {
  icon: ReactNode;
  name: string;
  badge?: ReactNode;
  /** Lines below the name. */
  notes: readonly string[];
  busy: boolean;
  onRevoke: () => void;
}

/** A row of what a person has given out, with Revoke. */
export function RevokeRow({ icon, name, badge, notes, busy, onRevoke }: RevokeRowProps) {
  return (
    <li className="flex items-center gap-3 border-line border-b py-3 last:border-b-0">
      <span aria-hidden="true" className="shrink-0 text-ink-soft [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="wrap-anywhere min-w-0">{name}</span>
          {badge}
        </p>
        {notes.map(note => (
          <p key={note} className="text-ink-soft text-small">
            {note}
          </p>
        ))}
      </div>
      <Button variant="quiet" size="small" busy={busy} aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
