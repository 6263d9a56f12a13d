import { useFormOverLogin } from '../../data/session/use-form-over-login.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmailField, Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ACCOUNT_NAMES, useConfirmation } from '../../ui/form/password/use-confirmation.tsx';
import { refusalOf } from '../../ui/form/refusal/refusal.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';

/** The user's name and email (rule 12, Settings tab). */
export function SettingsForm() {
  const me = trpc.auth.me.useQuery();
  // Keeps the fields after the first load, because a later refetch may fail while the user types.
  if (me.data) return <Fields username={me.data.username} email={me.data.email} />;
  // The code of the page was announced.
  if (!me.error) return <QuietSpinner />;
  return <ErrorNote message={messageOf(me.error)} onRetry={() => me.refetch()} />;
}

/** A live update of the same record does not reach an open form. */
function Fields(stored: { username: string; email: string }) {
  const form = useFormOverLogin('settings', () => stored);
  const confirmation = useConfirmation();
  const update = trpc.member.updateSelf.useMutation({
    onSuccess({ username, email }, sent) {
      form.settle(sent, { username, email });
      confirmation.saved();
    },
    onError: confirmation.refused,
  });
  return (
    <Form
      onSubmit={() => update.mutate({ ...form.values, ...confirmation.sent })}
      refusal={update.error && refusalOf(update.error, ACCOUNT_NAMES)}
      className="flex flex-col gap-4"
    >
      <Field label="Username" autoComplete="name" {...form.text('username')} />
      <EmailField autoComplete="email" {...form.text('email')} />
      {confirmation.field}
      <Button type="submit" busy={update.isPending} className="self-start">
        Update
      </Button>
    </Form>
  );
}
