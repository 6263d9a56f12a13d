import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { AuthCard, FOOTER_LINK } from './auth-card.tsx';

/** Asks for a link to set a new password; the answer is the same for every address (decision 2.11). */
export function ForgotPage() {
  const [email, setEmail] = useState('');
  const request = trpc.auth.requestReset.useMutation();
  return (
    <AuthCard
      title="Forgot password"
      onSubmit={() => request.mutate({ email })}
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
      <Button type="submit" busy={request.isPending} className="mt-2">
        Send link
      </Button>
      {request.error && (
        <p role="alert" className="text-center text-danger">
          {messageOf(request.error)}
        </p>
      )}
      <p role="status" className="text-center">
        {request.data?.message}
      </p>
    </AuthCard>
  );
}
