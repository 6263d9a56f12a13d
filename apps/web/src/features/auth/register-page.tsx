import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Registration, register } from '../../data/session/account.ts';
import { isSignedIn } from '../../data/session/session.ts';
import { useWaysIn } from '../../data/session/use-ways-in.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmailField, Field } from '../../ui/form/field.tsx';
import type { Refusal } from '../../ui/form/field-frame.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { NewPasswordField } from '../../ui/form/password/new-field.tsx';
import { refusalOf } from '../../ui/form/refusal/refusal.ts';
import { Select } from '../../ui/form/select.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { toastError } from '../../ui/toast/toast.tsx';
import { AuthCard, LoginLink } from './auth-card.tsx';
import { usePreloadDashboard } from './use-preload-dashboard.ts';
import { useSubmit } from './use-submit.ts';

const EMPTY: Registration & { confirmation: string } = {
  name: '',
  email: '',
  password: '',
  confirmation: '',
  roles: 'User',
};

const NAMES = { Name: 'Name', Email: 'Email', Password: 'Password' };

const DIFFER = { message: 'Passwords do not match', label: 'Confirm password' };

const ROLES = [
  { value: 'User', label: 'Single User' },
  { value: 'Manager', label: 'Manager / Head of Household' },
] as const;

export function RegisterPage() {
  return useWaysIn().isOpen ? <RegisterForm /> : <RegistrationClosed />;
}

function RegistrationClosed() {
  return (
    <AuthCard title="Registration is closed" onSubmit={() => {}} footer={<LoginLink />}>
      <p className="text-center text-ink-soft">Ask a manager or an Admin for an account.</p>
    </AuthCard>
  );
}

function RegisterForm() {
  const router = useRouter();
  const form = useForm(() => EMPTY);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { busy, submit } = useSubmit(async () => {
    const { confirmation, ...registration } = form.values;
    setRefusal(null);
    if (registration.password !== confirmation) return refuse(DIFFER);
    try {
      await register(registration);
      await router.navigate({ to: '/goals', replace: true });
      return null;
    } catch (failure) {
      return refuse(refusalOf(failure, NAMES));
    }
  });

  /** Here refusals are toasts (rule 12.4). */
  function refuse(refused: Refusal & { message: string }): string {
    toastError(refused.message);
    setRefusal(refused);
    return '';
  }

  useEffect(() => {
    if (isSignedIn()) void router.navigate({ to: '/goals', replace: true });
  }, [router]);

  return (
    <AuthCard
      title="Create your account"
      onSubmit={submit}
      onTyping={usePreloadDashboard()}
      refusal={refusal}
      footer={
        <>
          Have an account? <LoginLink />
        </>
      }
    >
      <Field
        label="Name"
        placeholder="Enter your name"
        autoComplete="name"
        autoFocus
        {...form.text('name')}
      />
      <EmailField placeholder="Enter your email" autoComplete="username" {...form.text('email')} />
      <NewPasswordField label="Password" placeholder="Enter a password" {...form.text('password')} />
      <PasswordField
        label="Confirm password"
        placeholder="Enter the password again"
        autoComplete="new-password"
        {...form.text('confirmation')}
      />
      <Select label="Role" options={ROLES} {...form.choice('roles')} />
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
