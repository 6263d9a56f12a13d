import { useFormOverLogin } from '../../data/session/use-form-over-login.ts';
import { trpc } from '../../data/trpc.ts';
import type { FormFields } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { EmailField, Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ACCOUNT_NAMES, useConfirmation } from '../../ui/form/password/use-confirmation.tsx';
import { refusalOf } from '../../ui/form/refusal/refusal.ts';
import type { Member } from './member.ts';

/** The roles that a manager may give. Hidden roles survive a save (rule 3). */
const ROLES = ['Employee', 'Manager'] as const;

/** A member as their manager edits them. A live update does not reach an open form. */
export function MemberForm({ member }: { member: Member }) {
  const form = useFormOverLogin(`member ${member.id}`, () => valuesOf(member));
  const confirmation = useConfirmation();
  const update = trpc.member.update.useMutation({
    onSuccess(saved, sent) {
      form.settle(sent, valuesOf(saved));
      confirmation.saved();
    },
    onError: confirmation.refused,
  });
  const { edit, manage } = member.may;

  function submit(): void {
    const { username, email, roles, active } = form.values;
    const boxes = manage ? { roles, active } : {};
    update.mutate({ id: member.id, username, email, ...boxes, ...confirmation.sent });
  }

  return (
    <Form
      onSubmit={submit}
      refusal={update.error && refusalOf(update.error, ACCOUNT_NAMES)}
      className="flex flex-col gap-4"
    >
      <Field label="Username" autoComplete="off" disabled={!edit} {...form.text('username')} />
      <EmailField autoComplete="off" disabled={!edit} {...form.text('email')} />
      {confirmation.field}
      <Boxes form={form} disabled={!manage} />
      <Button type="submit" busy={update.isPending} disabled={!edit} className="self-start">
        Update
      </Button>
    </Form>
  );
}

interface Values {
  username: string;
  email: string;
  roles: (typeof ROLES)[number][];
  active: boolean;
}

function Boxes({ form, disabled }: { form: FormFields<Values>; disabled: boolean }) {
  const { roles, active } = form.values;
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
              form.change({ roles: ROLES.filter(one => (one === role ? ticked : roles.includes(one))) })
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
        onChange={ticked => form.change({ active: ticked })}
      />
    </>
  );
}

function valuesOf({ username, email, roles, active }: Omit<Member, 'may'>): Values {
  return { username, email, roles: ROLES.filter(role => roles.includes(role)), active };
}
