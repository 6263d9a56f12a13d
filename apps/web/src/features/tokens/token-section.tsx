import { Section } from '../../ui/layout/section.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';

/** The user's personal tokens, for programs (rule 9.7). */
export function TokenSection() {
  return (
    <Section title="Personal tokens">
      <p className="text-ink-soft text-small">
        A program signs in with a token instead of your password: a script, or Home Assistant. It can do what
        you can do, within its scopes. Signing out and a new password leave your tokens as they are. Revoke
        one that you no longer need.
      </p>
      <TokenList />
      <TokenForm />
    </Section>
  );
}
