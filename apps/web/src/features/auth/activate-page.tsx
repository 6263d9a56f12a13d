import { ACTIVATION_SHORTEST, ACTIVATION_TOO_SHORT } from '@onus/contract/password';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { messageOf } from '../../lib/message.ts';
import { activate } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthCard, FOOTER_LINK } from './auth-card.tsx';

/** @param token what the link carried; it names the account. */
export function ActivatePage({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [result, setResult] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    const isTooShort = password.length < ACTIVATION_SHORTEST;
    setResult(isTooShort ? ACTIVATION_TOO_SHORT : '');
    if (isTooShort) return;
    setBusy(true);
    try {
      setResult(await activate(token, password));
    } catch (error) {
      setResult(asError(messageOf(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title="Set Your Password"
      onSubmit={() => void submit()}
      footer={
        <Link to="/login" className={FOOTER_LINK}>
          Login
        </Link>
      }
    >
      <PasswordField
        label="Password"
        placeholder="Enter a password"
        autoComplete="new-password"
        required
        autoFocus
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" busy={busy} className="mt-2">
        Activate Account
      </Button>
      <p role="status" className={cx('text-center', isError(result) ? 'text-danger' : 'text-brand-strong')}>
        {result}
      </p>
    </AuthCard>
  );
}

/** A failure is red by its words (spec 2), also one the server could not word. */
function asError(message: string): string {
  return isError(message) ? message : `Error: ${message}`;
}

function isError(message: string): boolean {
  return message.includes('Error') || message === ACTIVATION_TOO_SHORT;
}
