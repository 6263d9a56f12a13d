import { useCurrentUser } from '../../data/session/session.ts';
import { Button } from '../../ui/form/button.tsx';
import { AuthCard } from './auth-card.tsx';

interface SignedInPageProps {
  onContinue: () => void;
  onOther: () => void;
}

/** In place of the login form, for a signed-in user without access to the page they asked for. */
export function SignedInPage({ onContinue, onOther }: SignedInPageProps) {
  const { username } = useCurrentUser();
  return (
    <AuthCard title={`You are signed in as ${username}`} onSubmit={onContinue}>
      <p className="text-center text-ink-soft">The page that you opened is only for managers.</p>
      <Button type="submit" autoFocus className="mt-2">
        Continue
      </Button>
      <Button variant="quiet" onClick={onOther}>
        Log in as someone else
      </Button>
    </AuthCard>
  );
}
