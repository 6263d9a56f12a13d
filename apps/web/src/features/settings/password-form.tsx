import { trpc } from '../../data/trpc.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { NewPasswordField } from '../../ui/form/password/new-field.tsx';
import { refusalOf } from '../../ui/form/refusal/refusal.ts';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';

const EMPTY = { current: '', password: '' };

const NAMES = {
  'Current password': 'Current password',
  Current: 'Current password',
  Password: 'New password',
};

/** One's own password; it needs the one before and ends one's other sessions (rule 2.10). */
export function PasswordForm() {
  const form = useForm(() => EMPTY);
  const change = trpc.auth.changePassword.useMutation({
    onSuccess({ message }, sent) {
      form.settle(sent, EMPTY);
      toastSuccess(message);
    },
    onError: error => toastError(refusalOf(error, NAMES).message),
  });
  return (
    <Form
      onSubmit={() => change.mutate(form.values)}
      refusal={change.error && refusalOf(change.error, NAMES)}
      className="flex flex-col gap-4"
    >
      <PasswordField label="Current password" autoComplete="current-password" {...form.text('current')} />
      <NewPasswordField
        label="New password"
        hint="You'll be signed out everywhere else."
        {...form.text('password')}
      />
      <Button type="submit" variant="quiet" busy={change.isPending} className="self-start">
        Change password
      </Button>
    </Form>
  );
}
