import { useMutation } from '@tanstack/react-query';
import { makePasskey } from '../../data/passkey/passkeys.ts';
import { trpc } from '../../data/trpc.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { RefusalNote, useRefusal } from '../../ui/form/refusal/refusal-note.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';

const NAMES = { 'Current password': 'Current password', Name: 'Name of the passkey' };

/** Asks for the password and a name, and then the device for its passkey. */
export function AddPasskey({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const form = useForm(() => ({ currentPassword: '', name: '' }));
  const options = trpc.passkey.registerOptions.useMutation();
  const register = trpc.passkey.register.useMutation();
  const add = useMutation({
    mutationFn: async ({ currentPassword, name }: typeof form.values) => {
      const response = await makePasskey(await options.mutateAsync({ currentPassword }));
      await register.mutateAsync({ name: name.trim() || 'Passkey', response });
    },
    onSuccess() {
      toastSuccess('Passkey added');
      onDone();
    },
  });
  const refusal = useRefusal(add.error, NAMES);
  return (
    <Form onSubmit={() => add.mutate(form.values)} refusal={refusal} className="flex flex-col gap-4">
      <PasswordField
        label="Current password"
        hint="Enter your password to add a passkey."
        autoComplete="current-password"
        autoFocus
        {...form.text('currentPassword')}
      />
      <Field
        label="Name of the passkey"
        placeholder="My phone"
        maxLength={60}
        autoComplete="off"
        {...form.text('name')}
      />
      <RefusalNote refusal={refusal} className="text-small" />
      <div className="flex gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={add.isPending}>
          Continue
        </Button>
      </div>
    </Form>
  );
}
