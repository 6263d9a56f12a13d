import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { LogoImage } from '../../ui/logo.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

/** A link under a card: a word to the eye, 44 px to the finger. */
export const FOOTER_LINK =
  'relative font-semibold text-brand-strong before:absolute before:-inset-x-1 before:-inset-y-3.5';

interface AuthCardProps {
  title: string;
  onSubmit: () => void;
  onTyping?: () => void;
  children: ReactNode;
  /** What stands under the card: the way to the other screens. */
  footer?: ReactNode;
}

/** The frame of the screens one sees before one is signed in. */
export function AuthCard({ title, onSubmit, onTyping, children, footer }: AuthCardProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
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
        <form noValidate onSubmit={submit} onChange={onTyping} className="flex flex-col gap-4">
          {children}
        </form>
        {footer && <p className="mt-6 text-center text-ink-soft">{footer}</p>}
      </div>
    </main>
  );
}
