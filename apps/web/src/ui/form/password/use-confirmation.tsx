import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isFocusLost } from '../../layout/lost-focus.ts';
import { toastError, toastSuccess } from '../../toast/toast.tsx';
import { refusalOf } from '../refusal/refusal.ts';
import { PasswordField } from './field.tsx';

interface Confirmation {
  /** The input to send with the change. */
  sent: { currentPassword?: string };
  /** Shows the field when the server asks for the password; any other refusal is a toast. */
  refused(error: Refusal): void;
  saved(): void;
  /** For the form, below the email; null until the server asks. */
  field: ReactNode;
}

type Refusal = { message: string; data?: { reason?: string } | null | undefined };

/** The labels of the name, the email and this field. */
export const ACCOUNT_NAMES = {
  'Current password': 'Current password',
  Name: 'Username',
  Username: 'Username',
  Email: 'Email',
};

/** The password that another email of one's own takes: asked for in place, and nothing typed is lost. */
export function useConfirmation(): Confirmation {
  const [password, setPassword] = useState<string | null>(null);
  return {
    sent: password ? { currentPassword: password } : {},
    refused(error) {
      if (error.data?.reason === 'CONFIRM_PASSWORD' && password === null) setPassword('');
      else toastError(refusalOf(error, ACCOUNT_NAMES).message);
    },
    saved() {
      setPassword(null);
      toastSuccess('Settings saved');
    },
    field: password !== null && <CurrentPassword value={password} onChange={setPassword} />,
  };
}

/** When it goes after a press of Enter in it, the button of its form gets the focus. */
function CurrentPassword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current?.closest('form');
    return () => {
      if (isFocusLost()) form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    };
  }, []);
  return (
    <div ref={box}>
      <PasswordField
        label="Current password"
        hint="Enter your password to change your email."
        autoComplete="current-password"
        autoFocus
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  );
}
