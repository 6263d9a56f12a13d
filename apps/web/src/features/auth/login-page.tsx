import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { useRegistrationOpen } from '../../lib/registration.ts';
import { isManager, login, persist } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthCard, FOOTER_LINK } from './auth-card.tsx';
import { useWayIn } from './use-way-in.ts';

/** @param from where the user was on the way to. */
export function LoginPage({ from }: { from: string | undefined }) {
  const router = useRouter();
  const isOpen = useRegistrationOpen();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => persist.reset(), []);

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      await login(email, password);
      // In its place: going back shall not lead to the login, which forgets the session.
      router.history.replace(destinationOf(from));
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title="Login to your account"
      onSubmit={() => void submit()}
      onTyping={useWayIn()}
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
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <Field
        label="Email"
        placeholder="Enter your email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        value={email}
        onChange={event => {
          setEmail(event.target.value.toLowerCase());
          setError('');
        }}
      />
      <PasswordField
        label="Password"
        placeholder="Enter your password"
        autoComplete="current-password"
        value={password}
        onChange={event => {
          setPassword(event.target.value);
          setError('');
        }}
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
    </AuthCard>
  );
}

/** Where the user was on the way to, if that is in the dash area and open to them (decision 5.3). */
function destinationOf(from: string | undefined): string {
  if (!from || !/^\/dash(?![^/?#])/.test(from)) return '/dash/tasks';
  return /^\/dash\/manager(?![^/?#])/.test(from) && !isManager() ? '/dash/tasks' : from;
}
