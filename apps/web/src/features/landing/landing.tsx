import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Logo } from '../../ui/logo.tsx';
import { DashboardPicture } from './dashboard-picture.tsx';

/**
 * Headline left, a screenshot of the dashboard right, and the ways in. Without state and effects, because the build
 * writes it as HTML (`landing-html.tsx`).
 * @param isOpen whether a visitor may register.
 * @param children at the right end of the header.
 */
export function Landing({ isOpen, children }: { isOpen: boolean; children?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-wide flex-col px-4 desk:px-6">
      <header className="flex h-bar items-center justify-between">
        <Logo label="Onus" />
        {children}
      </header>
      <main className="my-auto grid items-center gap-10 py-10 wide:grid-cols-[5fr_7fr] wide:gap-14">
        <div className="flex flex-col items-start gap-6">
          <h1 className="text-balance text-landing">Take Responsibility for Yourself.</h1>
          <p className="text-card text-ink-soft">Organize and track your tasks for life and work.</p>
          <div className="flex flex-wrap gap-3">
            <Link to="/login" className={cx(WAY_IN, 'bg-brand-strong text-on-fill hover:bg-brand-deep')}>
              Login
            </Link>
            {isOpen && (
              <Link to="/register" className={cx(WAY_IN, 'inset-ring inset-ring-edge hover:bg-hover')}>
                Register
              </Link>
            )}
          </div>
          <ul className="mt-2 flex flex-col gap-3 text-ink-soft">
            <Line>Everyone knows what is theirs to do today.</Line>
            <Line>One shopping list for all, up to date in every pocket.</Line>
            <Line>Messages beside the tasks that they are about.</Line>
          </ul>
        </div>
        <div className="mx-auto aspect-[39/64] w-64 desk:aspect-[43/29] desk:w-full">
          <DashboardPicture />
        </div>
      </main>
    </div>
  );
}

function Line({ children }: { children: string }) {
  return (
    <li className="flex gap-3">
      <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand-strong" />
      {children}
    </li>
  );
}

const WAY_IN = 'button inline-flex h-12 items-center rounded-control px-8 font-semibold transition-colors';
