import { ACTIVATION_SHORTEST, ACTIVATION_TOO_SHORT } from '@onus/contract/auth/password';
import { useRouter } from '@tanstack/react-router';
import { useId } from 'react';
import { activate, lookAtLink } from '../../../data/session/account.ts';
import { cx } from '../../../lib/cx.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/form/button.tsx';
import { NewPasswordField } from '../../../ui/form/password/new-field.tsx';
import { AuthCard, LoginLink } from '../auth-card.tsx';
import { usePreloadDashboard } from '../use-preload-dashboard.ts';
import { useSubmit } from '../use-submit.ts';
import { useLookUp } from './use-look-up.ts';

/** @param token the token of the link, which names the account. */
export function ActivatePage({ token }: { token: string }) {
  const router = useRouter();
  const form = useForm(() => ({ password: '' }));
  const owner = useLookUp(() => lookAtLink(token));
  const { busy, failure, answer, submit } = useSubmit(async () => {
    const { password } = form.values;
    if (password.length < ACTIVATION_SHORTEST) return ACTIVATION_TOO_SHORT;
    const said = await activate(token, password);
    if (said === null) await router.navigate({ to: '/dash/tasks', replace: true });
    return said;
  });
  const failed = failure || (answer ? '' : owner.failure);
  const result = failed ? asError(failed) : answer;
  const id = useId();
  const isRefused = isError(result) && /password/i.test(result);
  return (
    <AuthCard
      title="Set Your Password"
      onSubmit={submit}
      onTyping={usePreloadDashboard()}
      refusal={isRefused ? { label: 'Password', id } : null}
      footer={<LoginLink />}
    >
      {/* As high before the response: the field does not move. */}
      <p className="-mt-3 min-h-6 text-center text-ink-soft wrap-anywhere">
        {owner.found && `For ${owner.found.username} (${owner.found.email})`}
      </p>
      <NewPasswordField
        label="Password"
        placeholder="Enter a password"
        required
        autoFocus
        {...form.text('password')}
      />
      <Button type="submit" busy={busy} className="mt-2">
        Activate Account
      </Button>
      <p
        id={id}
        role="status"
        className={cx('text-center', isError(result) ? 'text-danger' : 'text-brand-strong')}
      >
        {result}
      </p>
    </AuthCard>
  );
}

/** A failure is red because of its text (rule 12), including one without a response. */
function asError(message: string): string {
  return isError(message) ? message : `Error: ${message}`;
}

function isError(message: string): boolean {
  return message.includes('Error') || message === ACTIVATION_TOO_SHORT;
}
