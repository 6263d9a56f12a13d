import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { useRegistrationOpen } from '../../lib/registration.ts';
import { isSignedIn, type Registration, register } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError } from '../../ui/toast.tsx';
import { AuthCard, FOOTER_LINK } from './auth-card.tsx';
import { useWayIn } from './use-way-in.ts';

const ROLES = [
  { value: 'User', label: 'Single User' },
  { value: 'Manager', label: 'Manager / Head of Household' },
] as const;

export function RegisterPage() {
  return useRegistrationOpen() ? <RegisterForm /> : <RegistrationClosed />;
}

function RegistrationClosed() {
  return (
    <AuthCard
      title="Registration is closed"
      onSubmit={() => {}}
      footer={
        <Link to="/login" className={FOOTER_LINK}>
          Login
        </Link>
      }
    >
      <p className="text-center text-ink-soft">Ask a manager or an Admin for an account.</p>
    </AuthCard>
  );
}

function RegisterForm() {
  const router = useRouter();
  const [values, setValues] = useState<Registration>({ name: '', email: '', password: '', roles: 'User' });
  const [confirmation, setConfirmation] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (isSignedIn()) void router.navigate({ to: '/goals', replace: true });
  }, [router]);

  function set(changed: Partial<Registration>): void {
    setValues(current => ({ ...current, ...changed }));
  }

  async function submit(): Promise<void> {
    if (values.password !== confirmation) return toastError('Passwords do not match');
    setBusy(true);
    try {
      await register(values);
      await router.navigate({ to: '/goals', replace: true });
    } catch (failure) {
      toastError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title="Create your account"
      onSubmit={() => void submit()}
      onTyping={useWayIn()}
      footer={
        <>
          Have an account?{' '}
          <Link to="/login" className={FOOTER_LINK}>
            Login
          </Link>
        </>
      }
    >
      <Field
        label="Name"
        placeholder="Enter your name"
        autoComplete="name"
        autoFocus
        value={values.name}
        onChange={event => set({ name: event.target.value })}
      />
      <Field
        label="Email"
        placeholder="Enter your email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={values.email}
        onChange={event => set({ email: event.target.value })}
      />
      <NewPassword
        password={values.password}
        confirmation={confirmation}
        onPassword={password => set({ password })}
        onConfirmation={setConfirmation}
      />
      <Select label="Role" options={ROLES} value={values.roles} onChange={roles => set({ roles })} />
      <Button type="submit" busy={busy} className="mt-2">
        Submit
      </Button>
      {busy && (
        <div className="self-center">
          <Spinner />
        </div>
      )}
    </AuthCard>
  );
}

interface NewPasswordProps {
  password: string;
  confirmation: string;
  onPassword: (password: string) => void;
  onConfirmation: (confirmation: string) => void;
}

function NewPassword({ password, confirmation, onPassword, onConfirmation }: NewPasswordProps) {
  return (
    <>
      <PasswordField
        label="Password"
        placeholder="Enter a password"
        autoComplete="new-password"
        value={password}
        onChange={event => onPassword(event.target.value)}
      />
      <PasswordField
        label="Confirm password"
        placeholder="Enter it once more"
        autoComplete="new-password"
        value={confirmation}
        onChange={event => onConfirmation(event.target.value)}
      />
    </>
  );
}
