import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logout, renew } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { focusPage, isFocusLost } from '../../ui/layout/lost-focus.ts';
import { LogoImage } from '../../ui/logo.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { toastError } from '../../ui/toast/toast.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AddPasskey } from './add-passkey.tsx';
import { TotpSetup } from './totp-setup.tsx';

const TITLE = 'Set up a second factor';

/** In place of every page, for a person who must have a second factor and has none (rule 9.4). */
export function EnrollPage() {
  usePageTitle(TITLE);
  // The page that was opened shows in its place, at the same address.
  useEffect(
    () => () => {
      if (isFocusLost()) focusPage();
    },
    [],
  );
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-4 pb-16 desk:pt-6">
      <div className="flex w-full justify-end">
        <ThemeToggle />
      </div>
      <div className="my-auto flex w-full max-w-form flex-col gap-6">
        <span className="self-center">
          <LogoImage size={56} />
        </span>
        <div className="flex flex-col gap-2 text-center">
          <h1 className="text-page">{TITLE}</h1>
          <p className="text-ink-soft">
            This server asks for more than a password. Set up an authenticator app or a passkey to continue.
          </p>
        </div>
        <Setup />
        <LogOut />
      </div>
    </main>
  );
}

/** The new token no longer asks for a second factor, so the page that was opened shows. */
function Setup() {
  const [isPasskey, setPasskey] = useState(false);
  const { data } = trpc.secondFactor.status.useQuery();
  const done = () => void renew();
  if (data && data.passkeys > 0) {
    return <p className="text-center">You have a passkey. Log out, and sign in with it.</p>;
  }
  if (isPasskey) return <AddPasskey onDone={done} onCancel={() => setPasskey(false)} />;
  return (
    <TotpSetup
      level="h2"
      onDone={done}
      instead={
        'PublicKeyCredential' in window && (
          <Button variant="quiet" onClick={() => setPasskey(true)}>
            Use a passkey instead
          </Button>
        )
      }
    />
  );
}

function LogOut() {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      await logout();
      await navigate({ to: '/login' });
    } catch (error) {
      setLeaving(false);
      toastError(messageOf(error));
    }
  }

  return (
    <Button variant="plain" busy={isLeaving} className="self-center" onClick={() => void leave()}>
      Log out
    </Button>
  );
}
