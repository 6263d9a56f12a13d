import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { useConfirmation } from './use-confirmation.tsx';

/** One's own name and email (spec 2, Settings tab). */
export function SettingsForm() {
  const me = trpc.auth.me.useQuery();
  // Once they are there the fields stay: an error may come later, while the user types.
  if (me.data) return <Fields username={me.data.username} email={me.data.email} />;
  if (!me.error) return <Spinner delayed />;
  return <ErrorNote message={messageOf(me.error)} onRetry={() => me.refetch()} />;
}

/** Keeps what was typed: a live update of the same record does not reach an open form. */
function Fields(stored: { username: string; email: string }) {
  const [username, setUsername] = useState(stored.username);
  const [email, setEmail] = useState(stored.email);
  const confirmation = useConfirmation();
  const update = trpc.member.updateSelf.useMutation({
    onSuccess(user) {
      setUsername(user.username);
      setEmail(user.email);
      confirmation.done();
      toastSuccess('Settings saved');
    },
    onError: error => confirmation.ask(error) || toastError(messageOf(error)),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault();
        update.mutate({ username, email, ...confirmation.sent });
      }}
    >
      <Field
        label="Username"
        autoComplete="name"
        value={username}
        onChange={event => setUsername(event.target.value)}
      />
      <Field
        label="Email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
      {confirmation.field}
      <Button type="submit" busy={update.isPending} className="self-start">
        Update
      </Button>
    </form>
  );
}
