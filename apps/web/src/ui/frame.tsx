import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { Announcer } from './announcer.tsx';
import { CountBadge } from './badge.tsx';

/** What an entry's link element must carry; spread it on the router's Link. */
export type LinkParts = {
  className: string;
  children: ReactNode;
  'aria-current': 'page' | undefined;
};

export type FrameEntry = {
  label: string;
  icon: ReactNode;
  active: boolean;
  /** How many wait, and the words for it ("3 unread"). */
  badge?: { count: number; label: string } | undefined;
  render: (parts: LinkParts) => ReactNode;
};

type FrameProps = {
  logo: ReactNode;
  entries: readonly FrameEntry[];
  right: ReactNode;
  children: ReactNode;
};

/**
 * A bar above on a desk; on a phone the entries lie at the bottom, under the thumb. One nav for
 * both, so the bar may not be blurred or transformed: it would catch the fixed nav inside itself.
 */
export function Frame({ logo, entries, right, children }: FrameProps) {
  return (
    <div className="min-h-dvh pb-[calc(var(--spacing-bar)+var(--safe-bottom))] desk:pb-0">
      <a href="#content" className={SKIP}>
        Skip to content
      </a>
      <header className="sticky top-0 z-20 bg-surface pt-(--safe-top) shadow-[0_1px] shadow-line">
        <div className="flex h-bar items-center gap-2 px-4 desk:px-6">
          <div className="hidden shrink-0 pr-4 desk:flex">{logo}</div>
          <nav aria-label="Main" className={NAV}>
            {entries.map(entry => (
              <Entry key={entry.label} {...entry} />
            ))}
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
    className: cx(ENTRY, active ? 'text-brand-strong desk:bg-brand-wash' : 'text-ink-soft hover:text-ink'),
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

const NAV =
  'fixed inset-x-0 bottom-0 z-30 flex bg-surface pb-(--safe-bottom) shadow-[0_-1px] shadow-line desk:static desk:gap-1 desk:pb-0 desk:shadow-none';

const ENTRY =
  'flex h-bar min-w-0 flex-1 flex-col items-center justify-center gap-1 font-semibold text-tiny transition-colors focus-visible:-outline-offset-4 desk:h-9 desk:flex-none desk:flex-row desk:gap-2 desk:rounded-control desk:px-3 desk:text-body desk:font-medium desk:hover:bg-hover desk:focus-visible:-outline-offset-2 [&_svg]:size-5.5';

const SKIP =
  'sr-only focus-visible:not-sr-only focus-visible:fixed! focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:rounded-control focus-visible:bg-surface focus-visible:px-4! focus-visible:py-2! focus-visible:shadow-float';
