import { momentHere } from '../../lib/dates.ts';
import { counted } from '../../lib/words/text.ts';
import { Button } from '../form/button.tsx';

interface InvitationRowProps {
  invitation: { role: string; uses: number; used: number; expiresAt: string };
  /** Whose it is, where that is not the reader's own. */
  inviter?: string;
  busy: boolean;
  onRevoke: () => void;
}

/** An invitation that people can still join with, with Revoke (rule 9.2). */
export function InvitationRow({ invitation, inviter, busy, onRevoke }: InvitationRowProps) {
  const { role, uses, used, expiresAt } = invitation;
  const joined = `${counted(used)} of ${counted(uses)} joined`;
  const of = inviter ? ` of ${inviter}` : '';
  return (
    <li className="flex items-center gap-3 border-line border-b py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">
          {role}
          {of} · {joined}
        </p>
        <p className="text-ink-soft text-small">Expires {momentHere(expiresAt)}</p>
      </div>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        aria-label={`Revoke the invitation${of} for ${role}, ${joined}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}
