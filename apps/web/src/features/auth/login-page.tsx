import { Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isSignedIn, persist } from '../../data/session/session.ts';
import { useWaysIn } from '../../data/session/use-ways-in.ts';
import { isSharedComputer } from '../../data/storage/shared-computer.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { EmailField } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { AuthCard, FOOTER_LINK } from './auth-card.tsx';
import { destinationOf, isForbidden } from './destination.ts';
import { useLogin } from './login/use-login.ts';
import { usePreloadDashboard } from './use-preload-dashboard.ts';

interface LoginPageProps {
  /** The location that the user requested. */
  from: string | undefined;
  /** Why another way of signing in has failed; '' for none. */
  refusal: string;
}

export function LoginPage({ from, refusal }: LoginPageProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(() => !isSignedIn() || !isForbidden(from));
  if (isOpen) return <LoginForm from={from} refusal={refusal} />;
  return (
    <Suspense>
      <SignedInPage
        onContinue={() => router.history.replace(destinationOf(from))}
        onOther={() => setOpen(true)}
      />
    </Suspense>
  );
}

/** Few people see it, so it is not part of the page. */
const SignedInPage = lazy(async () => ({ default: (await import('./signed-in-page.tsx')).SignedInPage }));

function LoginForm({ from, refusal }: LoginPageProps) {
  const { isOpen, provider } = useWaysIn();
  const form = useForm(() => ({ email: '', password: '', code: '', isShared: isSharedComputer() }));
  const { busy, failure, clear, submit, byPasskey, CodeField } = useLogin(form.values, from);
  const preload = usePreloadDashboard();
  useEffect(() => persist.reset(), []);

  return (
    <AuthCard
      title="Login to your account"
      onSubmit={submit}
      onTyping={() => {
        clear();
        preload();
      }}
      footer={
        isOpen && (
          <>
            No account yet?{' '}
            <Link to="/register" className={FOOTER_LINK}>
              Register
            </Link>
          </>
        )
      }
    >
      {(failure || refusal) && (
        <p role="alert" className="text-danger">
          {failure || refusal}
        </p>
      )}
      <EmailField
        placeholder="Enter your email"
        autoComplete="username"
        autoFocus
        {...form.text('email')}
        onChange={event => form.change({ email: event.target.value.toLowerCase() })}
      />
      <PasswordField
        label="Password"
        placeholder="Enter your password"
        autoComplete="current-password"
        {...form.text('password')}
      />
      {CodeField && <CodeField failure={failure} {...form.text('code')} />}
      <Checkbox
        label="This is a shared computer"
        checked={form.values.isShared}
        onChange={isShared => form.change({ isShared })}
      />
      <Link
        to="/forgot"
        className="relative self-end font-medium text-brand-strong text-small before:absolute before:-inset-y-3 before:inset-x-0"
      >
        Forgot password
      </Link>
      <Button type="submit" busy={busy} className="mt-2">
        Submit
      </Button>
      {'PublicKeyCredential' in window && (
        <Button variant="quiet" onClick={byPasskey} busy={busy}>
          Sign in with a passkey
        </Button>
      )}
      {provider !== null && (
        <Button variant="quiet" onClick={() => location.assign('/auth/oidc')}>
          Sign in with {provider}
        </Button>
      )}
    </AuthCard>
  );
}
