import { Link } from '@tanstack/react-router';
import { takeBackEmail } from '../../data/session/account.ts';
import { Button } from '../../ui/form/button.tsx';
import { AuthCard, CallFailure, FOOTER_LINK, LoginLink } from './auth-card.tsx';
import { useSubmit } from './use-submit.ts';

/**
 * Opened from the message to an address whose account has another one now. Opening it changes nothing, since
 * mail programs open links by themselves.
 * @param token the token of the link.
 */
export function TakeBackPage({ token }: { token: string }) {
  const { busy, failure, answer: done, submit } = useSubmit(() => takeBackEmail(token));
  return (
    <AuthCard title="Restore your email" onSubmit={submit} footer={<Ways isDone={done !== ''} />}>
      {!done && (
        <>
          <p className="text-center text-ink-soft">
            The email of your account was changed. The button restores the address that received our message
            and signs out every browser.
          </p>
          <Button type="submit" busy={busy} className="mt-2">
            Restore my email
          </Button>
        </>
      )}
      <CallFailure message={failure} />
      {/* Always there, so that it is read aloud. While it is empty the form's gap does not count. */}
      <p role="status" className="text-center text-brand-strong empty:-mt-4">
        {done}
      </p>
    </AuthCard>
  );
}

/** Someone who knows the password may have made the change, so the next step is a new password. */
function Ways({ isDone }: { isDone: boolean }) {
  return (
    <>
      {isDone && (
        <>
          {/* It takes the focus of the button, which is gone. */}
          <Link to="/forgot" ref={takeFocus} className={FOOTER_LINK}>
            Set a new password
          </Link>{' '}
          or{' '}
        </>
      )}
      <LoginLink />
    </>
  );
}

/** Once, as React calls a function that stays the same only when the link comes and goes. */
function takeFocus(link: HTMLAnchorElement | null): void {
  link?.focus();
}
