import { MOST_USES } from '@onus/contract/limits/lengths';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react';
import { trpc } from '../../../data/trpc.ts';
import { momentHere } from '../../../lib/dates.ts';
import { type FormFields, useForm } from '../../../lib/use-form.ts';
import { isLocal, LOCAL_ONLY } from '../../../lib/words/local-address.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { RefusalNote, useRefusal } from '../../../ui/form/refusal/refusal-note.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { type NewInvitation, ROLES, usesOf } from './invitation.ts';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Makes a link with which people join the household, and shows it once. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const form = useForm(() => ({ role: 'Employee', uses: '1' }) as Choice);
  const create = trpc.invite.create.useMutation();
  const { data: made } = create;
  const refusal = useRefusal(create.error, NAMES);
  // What was made stays until the next opening: it does not change while the dialog closes.
  const begin = useEffectEvent(() => {
    create.reset();
    form.reset();
  });
  useLayoutEffect(() => {
    if (open) begin();
  }, [open]);
  const send = () => create.mutate({ role: form.values.role, uses: Number(form.values.uses) });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={made ? 'Invitation' : 'Invite people'}
      description={made ? ONCE : THEIR_OWN}
      onSubmit={made ? undefined : send}
      refusal={refusal}
      footer={made ? <Finish onClose={onClose} /> : <Send onClose={onClose} busy={create.isPending} />}
    >
      {made ? <Made invitation={made} /> : <Fields form={form} note={<RefusalNote refusal={refusal} />} />}
    </Dialog>
  );
}

const NAMES = { Uses: 'Number of people', Role: 'They join as' };

const THEIR_OWN = 'They scan a code or open a link, and choose their own name, email and password.';
const ONCE = 'Copy or print it now: the link is not shown again.';

interface Choice {
  role: 'Employee' | 'Manager';
  uses: string;
}

function Fields({ form, note }: { form: FormFields<Choice>; note: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <Select label="They join as" options={ROLES} {...form.choice('role')} />
      <Field
        label="Number of people"
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_USES}
        hint="The link works for so many people, for 7 days."
        {...form.text('uses')}
      />
      {note}
    </div>
  );
}

function Made({ invitation }: { invitation: NewInvitation }) {
  const { url, inviter, expiresAt } = invitation;
  return (
    <>
      <div data-print className="flex flex-col items-center gap-3 text-center">
        <p className="hidden text-page print:block">Join the household of {inviter.username}</p>
        <QrCode text={url} label="QR code of the invitation" size="large" />
        <p className="hidden print:block">Point the camera of your phone at the code.</p>
        <p className="text-ink-soft text-small">
          {usesOf(invitation)} Expires {momentHere(expiresAt)}.
        </p>
      </div>
      <div className="mt-4">
        <CopyField
          label="Invitation link"
          value={url}
          hint={isLocal(new URL(url)) ? LOCAL_ONLY : 'Anyone who has it can join your household.'}
        />
      </div>
    </>
  );
}

function Send({ onClose, busy }: { onClose: () => void; busy: boolean }) {
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" busy={busy}>
        Create link
      </Button>
    </>
  );
}

function Finish({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Button variant="quiet" onClick={() => print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      <Button onClick={onClose}>Done</Button>
    </>
  );
}
