import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Facts } from '../facts.tsx';
import type { Status } from './status.ts';

/** Whether the server sends email, and a test of it. */
export function MailTest({ mail }: { mail: Status['mail'] }) {
  const test = trpc.admin.testMail.useMutation();
  if (!mail.enabled) {
    return (
      <Section title="Email">
        <p className="text-ink-soft">
          Off. The operator turns it on with SMTP_URL. Until then, links to set a password are copied on a
          member’s page.
        </p>
      </Section>
    );
  }
  const failure = test.error ? messageOf(test.error) : test.data?.sent === false && test.data.message;
  return (
    <Section title="Email">
      <Facts entries={[['From', mail.from]]} />
      <Button variant="quiet" className="self-start" busy={test.isPending} onClick={() => test.mutate()}>
        Send a test email
      </Button>
      <p role="status" className={failure ? 'wrap-anywhere text-danger' : 'wrap-anywhere empty:-mt-4'}>
        {failure || test.data?.message}
      </p>
    </Section>
  );
}
