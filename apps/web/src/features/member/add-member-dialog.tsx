import { MEMBER_PASSWORD } from '@onus/contract/auth/password';
import { useNavigate } from '@tanstack/react-router';
import { useFormOverLogin } from '../../data/session/use-form-over-login.ts';
import { trpc } from '../../data/trpc.ts';
import type { FormFields } from '../../lib/use-form.ts';
import { shortened } from '../../lib/words/text.ts';
import { EmailField, Field } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { refusalOf } from '../../ui/form/refusal/refusal.ts';
import { LogoImage } from '../../ui/logo.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import { capitalised } from './member.ts';

const EMPTY = { username: '', email: '', password: '' };

const NAMES = { Name: 'Username', Username: 'Username', Email: 'Email', Password: 'Password' };

/**
 * Rule 12, Add member dialog: only its buttons close it. A refusal is a toast and keeps what was typed. After a success
 * the toast leads to the new member's link, for servers without email (rule 1).
 */
export function AddMemberDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useFormOverLogin('new member', () => EMPTY, { password: '' });
  const isValid = MEMBER_PASSWORD.test(form.values.password);
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
    onError: error => toastError(refusalOf(error, NAMES).message),
  });

  function close(): void {
    form.reset();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissable={false}
      title={
        <span className="flex items-center gap-3">
          <LogoImage size={28} />
          Add member
        </span>
      }
      onSubmit={() => create.mutate(form.values)}
      refusal={create.error && refusalOf(create.error, NAMES)}
      busy={create.isPending}
      ready={isValid}
    >
      <Fields {...form} />
    </FormDialog>
  );
}

/** They describe another person: the browser shall not offer one's own name and password for them. */
function Fields({ text }: FormFields<typeof EMPTY>) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Username" autoComplete="off" {...text('username')} />
      <EmailField autoComplete="off" {...text('email')} />
      <PasswordField
        label="Password"
        placeholder="Enter password"
        autoComplete="new-password"
        hint="4 to 12 characters: letters, digits and ! @ # $ %"
        {...text('password')}
      />
    </div>
  );
}
