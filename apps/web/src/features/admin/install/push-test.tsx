import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import type { Status } from './status.ts';

/** Whether the server sends push messages, and a test of it. */
export function PushTest({ push }: { push: Status['push'] }) {
  const test = trpc.admin.testPush.useMutation();
  if (!push.enabled) {
    return (
      <Section title="Push">
        <p className="text-ink-soft">
          Off. The operator turns it on with PUSH=on. The server then contacts the push services of browsers.
        </p>
      </Section>
    );
  }
  const failure = test.error ? messageOf(test.error) : test.data?.sent === false && test.data.message;
  return (
    <Section title="Push">
      <p className="text-ink-soft">Sends a message to your own devices.</p>
      <Button variant="quiet" className="self-start" busy={test.isPending} onClick={() => test.mutate()}>
        Send a test message
      </Button>
      <p role="status" className={failure ? 'wrap-anywhere text-danger' : 'wrap-anywhere empty:-mt-4'}>
        {failure || test.data?.message}
      </p>
    </Section>
  );
}
