import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../lib/error-message.ts';
import { toastError, toastSuccess } from '../../toast/toast.tsx';
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

/** The password that another email of one's own takes: asked for in place, and nothing typed is lost. */
export function useConfirmation(): Confirmation {
  const [password, setPassword] = useState<string | null>(null);
  return {
    sent: password ? { currentPassword: password } : {},
    refused(error) {
      if (error.data?.reason === 'CONFIRM_PASSWORD' && password === null) setPassword('');
      else toastError(messageOf(error));
    },
    saved() {
      setPassword(null);
      toastSuccess('Settings saved');
    },
    field: password !== null && (
      <PasswordField
        label="Password"
        hint="Enter your password to change your email."
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
    ),
  };
}
