import { type ReactNode, useState } from 'react';
import { PasswordField } from '../../ui/password-field.tsx';

interface Confirmation {
  /** What to send along with the change. */
  sent: { currentPassword?: string };
  /** Shows the field when the server asks for the password. @returns whether it asked for the first time. */
  ask(error: { data?: { reason?: string } | null | undefined }): boolean;
  done(): void;
  /** For the form, below the email; null until the server asks. */
  field: ReactNode;
}

/** The password that another email of one's own takes: asked for in place, and nothing typed is lost. */
export function useConfirmation(): Confirmation {
  const [password, setPassword] = useState<string | null>(null);
  return {
    sent: password ? { currentPassword: password } : {},
    ask(error) {
      if (error.data?.reason !== 'CONFIRM_PASSWORD' || password !== null) return false;
      setPassword('');
      return true;
    },
    done: () => setPassword(null),
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
