import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { requestReset } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { AuthCard, FOOTER_LINK } from './auth-card.tsx';

/** Asks for a link to set a new password; the answer is the same for every address (decision 2.11). */
export function ForgotPage() {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [answer, setAnswer] = useState('');

  async function submit(): Promise<void> {
    setBusy(true);
    setError('');
    setAnswer('');
    try {
      setAnswer(await requestReset(email));
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title="Forgot password"
      onSubmit={() => void submit()}
      footer={
        <Link to="/login" className={FOOTER_LINK}>
          Login
        </Link>
      }
    >
      <Field
        label="Email"
        placeholder="Enter your email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} className="mt-2">
        Send link
      </Button>
      {error && (
        <p role="alert" className="text-center text-danger">
          {error}
        </p>
      )}
      <p role="status" className="text-center">
        {answer}
      </p>
    </AuthCard>
  );
}
