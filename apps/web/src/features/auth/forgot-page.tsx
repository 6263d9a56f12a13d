import { requestReset } from '../../data/session/account.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmailField } from '../../ui/form/field.tsx';
import { RefusalNote, useRefusal } from '../../ui/form/refusal/refusal-note.tsx';
import { AuthCard, LoginLink } from './auth-card.tsx';
import { useSubmit } from './use-submit.ts';

const NAMES = { Email: 'Email' };

/** Asks for a link to set a new password; the answer is the same for every address (rule 2.11). */
export function ForgotPage() {
  const form = useForm(() => ({ email: '' }));
  const { busy, failure, answer, submit } = useSubmit(() => requestReset(form.values.email));
  const refusal = useRefusal(failure, NAMES);
  return (
    <AuthCard title="Forgot password" onSubmit={submit} refusal={refusal} footer={<LoginLink />}>
      <EmailField placeholder="Enter your email" autoComplete="username" autoFocus {...form.text('email')} />
      <Button type="submit" busy={busy} className="mt-2">
        Send link
      </Button>
      <RefusalNote refusal={refusal} className="text-center" />
      <p role="status" className="text-center">
        {answer}
      </p>
    </AuthCard>
  );
}
