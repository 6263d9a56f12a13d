import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Refusal } from '../../ui/form/field-frame.tsx';
import { Form } from '../../ui/form/form.tsx';
import { LogoImage } from '../../ui/logo.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';

/** A link below a card with a 44 px touch target. */
export const FOOTER_LINK =
  'relative font-semibold text-brand-strong before:absolute before:-inset-x-1 before:-inset-y-3.5';

interface AuthCardProps {
  title: string;
  onSubmit: () => void;
  onTyping?: () => void;
  /** Why the form was refused. */
  refusal?: Refusal | null;
  children: ReactNode;
  /** Below the card: links to the other screens. */
  footer?: ReactNode;
}

/** The frame of the screens before sign-in. */
export function AuthCard({ title, onSubmit, onTyping, refusal, children, footer }: AuthCardProps) {
  usePageTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-4 pb-16 desk:pt-6">
      <div className="flex w-full justify-end">
        <ThemeToggle />
      </div>
      <div className="my-auto flex w-full max-w-form flex-col">
        <Link to="/" aria-label="Onus, home" className="mb-6 self-center">
          <LogoImage size={56} />
        </Link>
        <h1 className="mb-6 text-center text-page">{title}</h1>
        <Form onSubmit={onSubmit} onChange={onTyping} refusal={refusal} className="flex flex-col gap-4">
          {children}
        </Form>
        {footer && <p className="mt-6 text-center text-ink-soft">{footer}</p>}
      </div>
    </main>
  );
}

export function LoginLink() {
  return (
    <Link to="/login" className={FOOTER_LINK}>
      Login
    </Link>
  );
}

/** Why a call failed, under the button that asked for it. */
export function CallFailure({ message }: { message: string }) {
  if (!message) return null;
  return (
    <p role="alert" className="text-center text-danger">
      {message}
    </p>
  );
}
