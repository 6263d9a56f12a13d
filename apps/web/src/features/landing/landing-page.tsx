import { Link } from '@tanstack/react-router';
import { CalendarCheck2, RefreshCw, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

/** Headline left, a real picture of the dashboard right, one button. */
export function LandingPage() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-wide flex-col px-4 desk:px-6">
      <header className="flex h-bar items-center justify-between">
        <Logo label="Onus" />
        <ThemeToggle />
      </header>
      <main className="my-auto grid items-center gap-10 py-10 wide:grid-cols-[5fr_7fr] wide:gap-14">
        <div className="flex flex-col items-start gap-6">
          <h1 className="text-balance text-landing">Take Responsibility for Yourself.</h1>
          <p className="text-card text-ink-soft">Organize and track your tasks for life and work.</p>
          <Link to="/login" className={LOGIN}>
            Login
          </Link>
          <ul className="mt-2 flex flex-col gap-3 text-ink-soft">
            <Line icon={<CalendarCheck2 />}>Dated tasks that come back when they should.</Line>
            <Line icon={<RefreshCw />}>Every change shows at once in every open window.</Line>
            <Line icon={<Server />}>Runs on your own machine, in one file.</Line>
          </ul>
        </div>
        <DashboardPicture />
      </main>
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand-strong">
      <span aria-hidden="true">{icon}</span>
      {children}
    </li>
  );
}

/** The theme decides which of the two is shown; only that one is loaded. */
function DashboardPicture() {
  const alt = 'The task dashboard of Onus: the tasks of today, each with its ring';
  const size = { width: 860, height: 580 };
  return (
    <div className="overflow-hidden rounded-card border border-line shadow-float">
      <img
        src="/dashboard-light.webp"
        alt={alt}
        {...size}
        loading="lazy"
        className="h-auto w-full theme-dark:hidden"
      />
      <img
        src="/dashboard-dark.webp"
        alt={alt}
        {...size}
        loading="lazy"
        className="hidden h-auto w-full theme-dark:block"
      />
    </div>
  );
}

const LOGIN =
  'inline-flex h-12 items-center rounded-control bg-brand-strong px-8 font-semibold text-on-fill transition-colors hover:bg-brand-deep';
