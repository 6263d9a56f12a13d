import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import type { Member } from './member.ts';

/** A link to hand on by oneself, for where no mail is sent or none arrives (decision 1). */
export function MemberLink({ member }: { member: Member }) {
  const make = trpc.member.link.useMutation();
  const link = make.data;
  return (
    <Section title="Link to set a password">
      <p className="text-ink-soft text-small">
        Whoever opens it chooses a new password for this account, so hand it to nobody else. A new link ends
        every earlier one, a mailed one too.
      </p>
      <Button
        variant="quiet"
        className="self-start"
        busy={make.isPending}
        onClick={() => make.mutate({ id: member.id })}
      >
        {link ? 'Make a new link' : 'Make a link'}
      </Button>
      {make.error && <ErrorNote message={messageOf(make.error)} />}
      {link && (
        <CopyField
          key={link.url}
          label={LABELS[link.kind]}
          value={link.url}
          hint={`Opens once, until ${momentHere(link.expiresAt)}.`}
        />
      )}
    </Section>
  );
}

const LABELS = { activation: 'Activation link', reset: 'Reset link' };
