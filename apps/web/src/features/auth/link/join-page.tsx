import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { joinHousehold, lookAtInvitation } from '../../../data/session/account.ts';
import { hasSession, useCurrentUser } from '../../../data/session/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/form/button.tsx';
import { EmailField, Field } from '../../../ui/form/field.tsx';
import { NewPasswordField } from '../../../ui/form/password/new-field.tsx';
import { RefusalNote, useRefusal } from '../../../ui/form/refusal/refusal-note.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { AuthCard, CallFailure, LoginLink } from '../auth-card.tsx';
import { usePreloadDashboard } from '../use-preload-dashboard.ts';
import { useSubmit } from '../use-submit.ts';
import { useLookUp } from './use-look-up.ts';

/** What an invited person becomes. */
const ROLES = {
  Employee: { as: 'an Employee', means: 'You get your own task list and share the groceries.' },
  Manager: { as: 'a Manager', means: 'You can add people to a household of your own.' },
};

const NAMES = { Name: 'Name', Email: 'Email', Password: 'Password' };

/** Opened from an invitation, often by scanning a printed code. @param token the token of the link. */
export function JoinPage({ token }: { token: string }) {
  const { found, failure, retry } = useLookUp(() => lookAtInvitation(token));
  if (found) return <JoinForm token={token} inviter={found.inviter} role={ROLES[found.role]} />;
  return (
    <AuthCard title="Join" onSubmit={() => {}} footer={<LoginLink />}>
      <div className="flex justify-center">
        {failure && retry ? (
          <ErrorNote message={failure} onRetry={retry} />
        ) : failure ? (
          <CallFailure message={failure} />
        ) : (
          <Spinner delayed />
        )}
      </div>
    </AuthCard>
  );
}

interface JoinFormProps {
  token: string;
  inviter: string;
  role: (typeof ROLES)[keyof typeof ROLES];
}

function JoinForm({ token, inviter, role }: JoinFormProps) {
  const router = useRouter();
  const form = useForm(() => ({ name: '', email: '', password: '' }));
  const { busy, failure, submit } = useSubmit(async () => {
    await joinHousehold(token, form.values);
    // In its place: the link is used, and going back shall not lead to it.
    await router.navigate({ to: '/dash/tasks', replace: true });
    return null;
  });
  const refusal = useRefusal(failure, NAMES);
  return (
    <AuthCard
      title="Join the household"
      onSubmit={submit}
      onTyping={usePreloadDashboard()}
      refusal={refusal}
      footer={
        <>
          Have an account? <LoginLink />
        </>
      }
    >
      <div className="-mt-3 mb-2 text-center">
        <p className="wrap-anywhere">
          <strong className="font-semibold">{inviter}</strong> invites you as {role.as}.
        </p>
        <p className="text-balance text-ink-soft">{role.means}</p>
      </div>
      <SignedInNote />
      <Field
        label="Name"
        placeholder="Enter your name"
        autoComplete="name"
        autoFocus
        {...form.text('name')}
      />
      <EmailField placeholder="Enter your email" autoComplete="username" {...form.text('email')} />
      <NewPasswordField label="Password" placeholder="Enter a password" {...form.text('password')} />
      <Button type="submit" busy={busy} className="mt-2">
        Join
      </Button>
      <RefusalNote refusal={refusal} className="text-center" />
    </AuthCard>
  );
}

/** For a person who has an account already, such as the manager who tries their own link. */
function SignedInNote() {
  const { username } = useCurrentUser();
  useEffect(() => void hasSession().catch(() => {}), []);
  if (!username) return null;
  return (
    <p role="note" className="wrap-anywhere rounded-control bg-brand-wash px-4 py-3 text-small">
      You are signed in as {username}. Joining makes another account and signs you in with it in this browser.
    </p>
  );
}
