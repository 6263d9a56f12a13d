import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import type { Member } from './member.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The roles that are a manager's to give; the hidden ones survive a save (decision 3). */
const ROLES = ['Employee', 'Manager'] as const;

/** A member as their manager edits them. Keeps what was typed: a live update does not reach an open form. */
export function MemberForm({ member }: { member: Member }) {
  const [values, setValues] = useState(() => valuesOf(member));
  const confirmation = useConfirmation();
  const update = trpc.member.update.useMutation({
    onSuccess(saved) {
      setValues(valuesOf(saved));
      confirmation.done();
      toastSuccess('Settings saved');
    },
    onError: error => confirmation.ask(error) || toastError(messageOf(error)),
  });
  const { edit, manage } = member.may;

  function set(changed: Partial<Values>): void {
    setValues(current => ({ ...current, ...changed }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { username, email, roles, active } = values;
    const boxes = manage ? { roles, active } : {};
    update.mutate({ id: member.id, username, email, ...boxes, ...confirmation.sent });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Username"
        autoComplete="off"
        disabled={!edit}
        value={values.username}
        onChange={event => set({ username: event.target.value })}
      />
      <Field
        label="Email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        disabled={!edit}
        value={values.email}
        onChange={event => set({ email: event.target.value })}
      />
      {confirmation.field}
      <Boxes values={values} disabled={!manage} onChange={set} />
      <Button type="submit" busy={update.isPending} disabled={!edit} className="self-start">
        Update
      </Button>
    </form>
  );
}

interface Values {
  username: string;
  email: string;
  roles: (typeof ROLES)[number][];
  active: boolean;
}

interface BoxesProps {
  values: Values;
  disabled: boolean;
  onChange: (changed: Partial<Values>) => void;
}

function Boxes({ values, disabled, onChange }: BoxesProps) {
  const { roles, active } = values;
  return (
    <>
      <fieldset disabled={disabled}>
        <legend className="font-medium text-small">Roles</legend>
        {ROLES.map(role => (
          <Checkbox
            key={role}
            label={role}
            checked={roles.includes(role)}
            onChange={ticked =>
              onChange({ roles: ROLES.filter(one => (one === role ? ticked : roles.includes(one))) })
            }
          />
        ))}
      </fieldset>
      <Checkbox
        label={
          <>
            Active <span className="ml-1 text-ink-soft text-small">Is user active?</span>
          </>
        }
        disabled={disabled}
        checked={active}
        onChange={ticked => onChange({ active: ticked })}
      />
    </>
  );
}

function valuesOf({ username, email, roles, active }: Omit<Member, 'may'>): Values {
  return { username, email, roles: ROLES.filter(role => roles.includes(role)), active };
}
