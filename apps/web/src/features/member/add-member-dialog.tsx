import { MEMBER_PASSWORD } from '@onus/contract/password';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { shortened } from '../../lib/text.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LogoImage } from '../../ui/logo.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { capitalised } from './member.ts';

const EMPTY = { username: '', email: '', password: '' };

/**
 * Spec 2, Add member dialog: only its buttons close it; a refusal is a toast and what was typed stays. After
 * a success the toast leads to the link of the new member, which is all they need where no mail is sent (decision 1).
 */
export function AddMemberDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [values, setValues] = useState(EMPTY);
  const isValid = MEMBER_PASSWORD.test(values.password);
  const create = trpc.member.create.useMutation({
    onSuccess({ id, username }) {
      close();
      toastSuccess(`${shortened(capitalised(username))} was added`, {
        label: 'Get link',
        onClick: () =>
          void navigate({
            to: '/dash/manager/users/$userId',
            params: { userId: id },
            search: { tab: 'settings' },
          }),
      });
    },
    onError: error => toastError(messageOf(error)),
  });

  function close(): void {
    setValues(EMPTY);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissable={false}
      title={
        <span className="flex items-center gap-3">
          <LogoImage size={28} />
          Add member
        </span>
      }
      onSubmit={() => isValid && create.mutate(values)}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={create.isPending} disabled={!isValid}>
            Save Changes
          </Button>
        </>
      }
    >
      <Fields values={values} onChange={changed => setValues(current => ({ ...current, ...changed }))} />
    </Dialog>
  );
}

interface FieldsProps {
  values: typeof EMPTY;
  onChange: (changed: Partial<typeof EMPTY>) => void;
}

/** They describe another person: the browser shall not offer one's own name and password for them. */
function Fields({ values, onChange }: FieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Username"
        autoComplete="off"
        value={values.username}
        onChange={event => onChange({ username: event.target.value })}
      />
      <Field
        label="Email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        value={values.email}
        onChange={event => onChange({ email: event.target.value })}
      />
      <PasswordField
        label="Password"
        placeholder="Enter password"
        autoComplete="new-password"
        hint="4 to 12 characters: letters, digits and ! @ # $ %"
        value={values.password}
        onChange={event => onChange({ password: event.target.value })}
      />
    </div>
  );
}
