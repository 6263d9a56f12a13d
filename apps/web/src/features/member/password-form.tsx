import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

/** One's own password; it needs the one before and ends one's other sessions (decision 2.10). */
export function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = trpc.auth.changePassword.useMutation({
    onSuccess({ message }) {
      setCurrent('');
      setPassword('');
      toastSuccess(message);
    },
    onError: error => toastError(messageOf(error)),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault();
        change.mutate({ current, password });
      }}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={current}
        onChange={event => setCurrent(event.target.value)}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="Your other browsers are signed out."
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" busy={change.isPending} className="self-start">
        Change password
      </Button>
    </form>
  );
}
