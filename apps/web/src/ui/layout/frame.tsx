import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { CountBadge } from '../badge.tsx';
import { Announcer } from '../status/announcer.tsx';
import type { Action } from './page.tsx';

/** Props for an entry's Link. */
export type LinkParts = {
  className: string;
  children: ReactNode;
  'aria-current': 'page' | undefined;
};

export type FrameEntry = {
  label: string;
  icon: ReactNode;
  active: boolean;
  /** The unread count and its text ("3 unread"). */
  badge?: { count: number; label: string } | undefined;
  render: (parts: LinkParts) => ReactNode;
};

type FrameProps = {
  logo: ReactNode;
  entries: readonly FrameEntry[];
  /** Beside the entries on a phone, where it covers nothing. */
  add: Action;
  right: ReactNode;
  children: ReactNode;
};

/**
 * A bar at the top on a desktop, with the entries at the bottom on a phone. Both are one nav, so the bar must not have
 * a blur or transform, which would contain the fixed nav.
 */
export function Frame({ logo, entries, add, right, children }: FrameProps) {
  return (
    <div className="min-h-dvh pb-[calc(var(--spacing-bar)+var(--safe-bottom))] desk:pb-0">
      <a href="#content" className={SKIP}>
        Skip to content
      </a>
      <header className="frame-bar sticky top-0 z-20 bg-surface pt-(--safe-top) shadow-[0_1px] shadow-line">
        <div className="flex h-bar items-center gap-2 px-4 desk:px-6">
          <div className="hidden shrink-0 pr-4 desk:flex">{logo}</div>
          <nav aria-label="Main" className="frame-nav">
            {entries.map(entry => (
              <Entry key={entry.label} {...entry} />
            ))}
            <button
              type="button"
              aria-label={add.label}
              onClick={add.onClick}
              {...add.near}
              className="frame-add"
            >
              <Plus aria-hidden="true" />
            </button>
          </nav>
          <div className="ml-auto flex shrink-0 items-center gap-1 desk:gap-2">{right}</div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Announcer />
    </div>
  );
}

function Entry({ label, icon, active, badge, render }: FrameEntry) {
  return render({
    className: cx(
      'frame-entry',
      active ? 'text-brand-strong desk:bg-brand-wash' : 'text-ink-soft hover:text-ink',
    ),
    'aria-current': active ? 'page' : undefined,
    children: (
      <>
        <span className="relative desk:hidden">
          {icon}
          {badge && <span className="absolute -top-1.5 left-3.5 flex">{<CountBadge {...badge} />}</span>}
        </span>
        {label}
        {badge && (
          <span className="hidden desk:flex">
            <CountBadge {...badge} />
          </span>
        )}
      </>
    ),
  });
}

const SKIP =
  'sr-only focus-visible:not-sr-only focus-visible:fixed! focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:rounded-control focus-visible:bg-surface focus-visible:px-4! focus-visible:py-2! focus-visible:shadow-float';
