import { requestReset } from '../../data/session/account.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmailField } from '../../ui/form/field.tsx';
import { AuthCard, CallFailure, LoginLink } from './auth-card.tsx';
import { useSubmit } from './use-submit.ts';

/** Asks for a link to set a new password; the answer is the same for every address (rule 2.11). */
export function ForgotPage() {
  const form = useForm(() => ({ email: '' }));
  const { busy, failure, answer, submit } = useSubmit(() => requestReset(form.values.email));
  return (
    <AuthCard title="Forgot password" onSubmit={submit} footer={<LoginLink />}>
      <EmailField placeholder="Enter your email" autoComplete="username" autoFocus {...form.text('email')} />
      <Button type="submit" busy={busy} className="mt-2">
        Send link
      </Button>
      <CallFailure message={failure} />
      <p role="status" className="text-center">
        {answer}
      </p>
    </AuthCard>
  );
}
