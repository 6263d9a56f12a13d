import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { takeBackEmail } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { AuthCard, FOOTER_LINK } from './auth-card.tsx';

/**
 * Opened from the message to an address whose account has another one now. Opening it changes nothing, since
 * mail programs open links by themselves.
 * @param token what the link carried.
 */
export function TakeBackPage({ token }: { token: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [done, setDone] = useState('');

  async function submit(): Promise<void> {
    setBusy(true);
    setError('');
    try {
      setDone(await takeBackEmail(token));
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title="Restore your email"
      onSubmit={() => void submit()}
      footer={<Ways isDone={done !== ''} />}
    >
      {!done && (
        <>
          <p className="text-center text-ink-soft">
            The email of your account was changed. This restores the address that our message was sent to, and
            signs out every browser.
          </p>
          <Button type="submit" busy={busy} className="mt-2">
            Restore my email
          </Button>
        </>
      )}
      {error && (
        <p role="alert" className="text-center text-danger">
          {error}
        </p>
      )}
      {/* Always there, so that it is read aloud. While it is empty the form's gap does not count. */}
      <p role="status" className="text-center text-brand-strong empty:-mt-4">
        {done}
      </p>
    </AuthCard>
  );
}

/** A person who knows the password may have made the change: the next step is another one. */
function Ways({ isDone }: { isDone: boolean }) {
  return (
    <>
      {isDone && (
        <>
          <Link to="/forgot" className={FOOTER_LINK}>
            Set a new password
          </Link>{' '}
          or{' '}
        </>
      )}
      <Link to="/login" className={FOOTER_LINK}>
        Login
      </Link>
    </>
  );
}
