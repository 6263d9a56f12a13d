import { useRef, useState } from 'react';
import { trpc } from '../../data/trpc.ts';
import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { useLostFocus } from '../../ui/layout/use-lost-focus.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';
import { Passkeys } from './passkeys.tsx';
import { RemoveApp } from './remove-app.tsx';
import { TotpSetup } from './totp-setup.tsx';

interface Status {
  isOn: boolean;
  since: string | null;
  recoveryLeft: number;
}

/** One's own authenticator app, recovery codes and passkeys (rule 9.4). */
export function SecondFactor() {
  const [doing, setDoing] = useState<'setup' | 'removal' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, doing !== null);
  const status = trpc.secondFactor.status.useQuery(undefined, { refetchOnMount: 'always' });
  const close = () => {
    setDoing(null);
    void status.refetch();
  };
  if (doing === 'setup') return <TotpSetup level="h3" onDone={close} onCancel={close} />;
  if (doing === 'removal') return <RemoveApp onDone={close} />;
  if (!status.data) {
    if (!status.error) return <QuietSpinner />;
    return <ErrorNote message={messageOf(status.error)} onRetry={() => status.refetch()} />;
  }
  const { isOn } = status.data;
  return (
    <>
      <p className="text-ink-soft text-small">{isOn ? <OnSince {...status.data} /> : OFF}</p>
      <div className="flex flex-wrap gap-3">
        <Button ref={button} variant="quiet" onClick={() => setDoing('setup')}>
          {isOn ? 'Set up again' : 'Set up an authenticator app'}
        </Button>
        {isOn && (
          <Button variant="quiet" onClick={() => setDoing('removal')}>
            Remove the app
          </Button>
        )}
      </div>
      {'PublicKeyCredential' in window && <Passkeys onChange={() => void status.refetch()} />}
    </>
  );
}

function OnSince({ since, recoveryLeft }: Status) {
  return (
    <>
      On since {since && momentHere(since)}. A login asks for a code of your authenticator app.{' '}
      <span className={recoveryLeft <= FEW ? 'text-warn' : undefined}>
        {recoveryLeft} of 10 recovery codes left.
      </span>{' '}
      {recoveryLeft <= FEW && 'Set up again to get new ones.'}
    </>
  );
}

/** So many are left that it is time for new ones. */
const FEW = 3;

const OFF =
  'Protect your account with a code from an authenticator app on your phone. A login then asks for it after the password.';
