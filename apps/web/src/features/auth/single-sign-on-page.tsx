import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { reasonOf } from '../../data/fetch.ts';
import { answerOffer, linkOffer, takeOverSession } from '../../data/session/account.ts';
import { messageOf } from '../../lib/error-message.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { PasswordField } from '../../ui/form/password/field.tsx';
import { RefusalNote, useRefusal } from '../../ui/form/refusal/refusal-note.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { AuthCard, CallFailure, LoginLink } from './auth-card.tsx';
import { destinationOf } from './destination.ts';
import { CodeField } from './login/login-parts.tsx';
import { useSubmit } from './use-submit.ts';

type Offer = NonNullable<Awaited<ReturnType<typeof linkOffer>>>;

/** Where the provider's answer leads: signs in, or asks for what the account needs besides. */
export function SingleSignOnPage() {
  const router = useRouter();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [failure, setFailure] = useState('');

  useEffect(() => {
    async function goOn(): Promise<void> {
      const found = await linkOffer();
      if (found) return setOffer(found);
      await takeOverSession();
      router.history.replace(destinationOf(undefined));
    }
    goOn().catch(error => setFailure(messageOf(error)));
  }, [router]);

  if (offer) return <OfferForm {...offer} />;
  return (
    <AuthCard title="Signing in" onSubmit={() => {}} footer={failure && <LoginLink />}>
      {failure ? <CallFailure message={failure} /> : <Spinner delayed />}
    </AuthCard>
  );
}

const NAMES = { Password: 'Password' };

/** The password is the consent of the account's owner. The code is asked where the account has a second factor. */
function OfferForm({ name, email, asks }: Offer) {
  const router = useRouter();
  const isLinking = asks === 'password';
  const form = useForm(() => ({ password: '', code: '' }));
  const [isCodeAsked, setCodeAsked] = useState(!isLinking);
  const { busy, failure, submit } = useSubmit(async () => {
    try {
      await answerOffer(form.values);
    } catch (error) {
      if (isCodeAsked || reasonOf(error) !== 'SECOND_FACTOR') throw error;
      setCodeAsked(true);
      return '';
    }
    router.history.replace(destinationOf(undefined));
    return null;
  });
  const refusal = useRefusal(failure, NAMES);
  return (
    <AuthCard
      title={isLinking ? `Link ${name}` : `Sign in with ${name}`}
      onSubmit={submit}
      refusal={refusal}
      footer={<LoginLink />}
    >
      <p className="text-center text-ink-soft">
        <strong className="break-words font-semibold text-ink">{email}</strong>{' '}
        {isLinking
          ? `has an account here. Enter its password to sign in with ${name} from now on.`
          : 'has a second factor here.'}
      </p>
      {/* For password managers, which store a password with a name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {isLinking && (
        <PasswordField
          label="Password"
          placeholder="Enter your password"
          autoComplete="current-password"
          required
          autoFocus
          {...form.text('password')}
        />
      )}
      {isCodeAsked && <CodeField failure={failure} {...form.text('code')} />}
      <Button type="submit" busy={busy} className="mt-2">
        {isLinking ? `Link ${name}` : 'Submit'}
      </Button>
      <RefusalNote refusal={refusal} className="text-center" />
    </AuthCard>
  );
}
