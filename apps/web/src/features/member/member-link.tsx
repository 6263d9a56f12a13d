import { trpc } from '../../data/trpc.ts';
import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import type { Member } from './member.ts';

/** A link to share by hand, if the server sends no email or none arrives (rule 1). */
export function MemberLink({ member }: { member: Member }) {
  const make = trpc.member.link.useMutation();
  const link = make.data;
  return (
    <Section title="Link to set a password">
      <p className="text-ink-soft text-small">
        The person who opens this link sets a new password for this account. Share it only with this person. A
        new link replaces older ones, including emailed ones.
      </p>
      <Button
        variant="quiet"
        className="self-start"
        busy={make.isPending}
        onClick={() => make.mutate({ id: member.id })}
      >
        {link ? 'Create a new link' : 'Create link'}
      </Button>
      {make.error && <ErrorNote message={messageOf(make.error)} />}
      {link && (
        <div key={link.url} ref={scrollTo} className="scroll-my-24">
          <CopyField
            label={LABELS[link.kind]}
            value={link.url}
            hint={`Works once. Expires ${momentHere(link.expiresAt)}.`}
          />
        </div>
      )}
    </Section>
  );
}

/** The bars of a phone may lie over the place of what a button opens below itself. */
function scrollTo(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest' });
}

const LABELS = { activation: 'Activation link', reset: 'Reset link' };
