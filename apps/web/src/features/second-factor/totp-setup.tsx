import { type ReactNode, useState } from 'react';
import { trpc } from '../../data/trpc.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { CodeInput } from '../../ui/form/password/code-input.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { RefusalNote, useRefusal } from '../../ui/form/refusal/refusal-note.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface TotpSetupProps {
  /** Of its headings. */
  level: 'h2' | 'h3';
  /** The person has seen their recovery codes. */
  onDone: () => void;
  /** Where there is something to go back to. */
  onCancel?: () => void;
  /** Another way, below the steps. Once the recovery codes show, there is nothing left to choose. */
  instead?: ReactNode;
}

/** Password, then the QR code with the first code of the app, then the recovery codes. */
export function TotpSetup({ level, onDone, onCancel, instead }: TotpSetupProps) {
  const start = trpc.totp.start.useMutation();
  const confirm = trpc.totp.confirm.useMutation();
  if (confirm.data) {
    return <RecoveryCodes level={level} codes={confirm.data.recoveryCodes} onDone={onDone} />;
  }
  return (
    <>
      {start.data ? (
        <ScanStep
          secret={start.data.secret}
          qr={start.data.qr}
          busy={confirm.isPending}
          failure={confirm.error}
          onCode={code => confirm.mutate({ code })}
          onCancel={onCancel}
        />
      ) : (
        <PasswordStep
          busy={start.isPending}
          failure={start.error}
          onPassword={currentPassword => start.mutate({ currentPassword })}
          onCancel={onCancel}
        />
      )}
      {instead}
    </>
  );
}

const NAMES = { 'Current password': 'Current password', Code: 'Code' };

interface StepProps {
  busy: boolean;
  failure: unknown;
  onCancel: (() => void) | undefined;
}

function PasswordStep({
  onPassword,
  failure,
  ...step
}: StepProps & { onPassword: (password: string) => void }) {
  const [password, setPassword] = useState('');
  const refusal = useRefusal(failure, NAMES);
  return (
    <Form onSubmit={() => onPassword(password)} refusal={refusal} className="flex flex-col gap-4">
      <PasswordField
        label="Current password"
        hint="Enter your password to set up an authenticator app."
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <RefusalNote refusal={refusal} className="text-small" />
      <StepEnd {...step} submit="Continue" />
    </Form>
  );
}

interface ScanStepProps extends StepProps {
  secret: string;
  /** An SVG image. */
  qr: string;
  onCode: (code: string) => void;
}

function ScanStep({ secret, qr, onCode, failure, ...step }: ScanStepProps) {
  const [code, setCode] = useState('');
  const refusal = useRefusal(failure, NAMES);
  return (
    <Form onSubmit={() => onCode(code)} refusal={refusal} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt="QR for your authenticator app"
          className="size-40 rounded-control"
        />
        <div className="min-w-0 flex-1 basis-52 text-ink-soft text-small">
          <p>Scan this with an authenticator app on your phone. Or type this key into it:</p>
          <p className="select-all break-words pt-1 font-medium text-ink tabular-nums">{inFours(secret)}</p>
        </div>
      </div>
      <CodeInput
        hint="The six digits that the app shows now. You'll be signed out everywhere else."
        autoFocus
        value={code}
        onChange={event => setCode(event.target.value)}
      />
      <RefusalNote refusal={refusal} className="text-small" />
      <StepEnd {...step} submit="Turn on" />
    </Form>
  );
}

function StepEnd({ busy, onCancel, submit }: Omit<StepProps, 'failure'> & { submit: string }) {
  return (
    <div className="flex gap-3">
      {onCancel && (
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" busy={busy} className={onCancel ? '' : 'flex-1'}>
        {submit}
      </Button>
    </div>
  );
}

function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
