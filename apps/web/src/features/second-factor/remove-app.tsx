import { useState } from 'react';
import { trpc } from '../../data/trpc.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { RefusalNote, useRefusal } from '../../ui/form/refusal/refusal-note.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';

const NAMES = { 'Current password': 'Current password' };

/** Asks for the password, and removes the authenticator app. */
export function RemoveApp({ onDone }: { onDone: () => void }) {
  const [currentPassword, setPassword] = useState('');
  const remove = trpc.totp.remove.useMutation({
    onSuccess({ message }) {
      toastSuccess(message);
      onDone();
    },
  });
  const refusal = useRefusal(remove.error, NAMES);
  return (
    <Form
      onSubmit={() => remove.mutate({ currentPassword })}
      refusal={refusal}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-soft text-small">
        Your password alone will be enough to log in, and your recovery codes will stop working.
      </p>
      <PasswordField
        label="Current password"
        hint="Enter your password to remove the app."
        autoComplete="current-password"
        autoFocus
        value={currentPassword}
        onChange={event => setPassword(event.target.value)}
      />
      <RefusalNote refusal={refusal} className="text-small" />
      <div className="flex gap-3">
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={remove.isPending}>
          Remove
        </Button>
      </div>
    </Form>
  );
}
