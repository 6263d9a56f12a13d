import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import type { Near } from '../../lib/lazy-module.ts';
import { usePageTitle } from '../use-page-title.ts';

type PageProps = {
  title: string;
  /** The page in the title of the browser's tab; the title if it has none. */
  name?: string | undefined;
  /** The page's large line, with the title small above it: in full, and short for a phone. */
  lead?: { long: string; short: string } | undefined;
  /** Only screen readers get the title, because a part of the page shows it. */
  isTitleHidden?: boolean;
  /** A back link above the title on a desktop, left of it on a phone. */
  back?: ReactNode;
  /** The page's action, beside the title on a desktop. A phone has the frame's add button instead. */
  action?: ReactNode;
  width?: 'narrow' | 'wide';
  /** Beside a narrow page on a wide screen. */
  aside?: ReactNode;
  /** Fills the screen, for a page whose parts scroll separately. */
  fill?: boolean;
  children: ReactNode;
};

/** A page inside the Frame. On a phone its title stays in the frame's bar. */
export function Page({ title, name = title, lead, width = 'narrow', fill, ...props }: PageProps) {
  const { isTitleHidden, back, action, aside, children } = props;
  usePageTitle(name);
  return (
    <div
      className={cx(
        'relative mx-auto flex w-full flex-col px-4 desk:px-6',
        width === 'wide' ? 'max-w-wide' : 'max-w-narrow',
        fill
          ? 'h-[calc(100dvh-2*var(--spacing-bar)-var(--safe-top)-var(--safe-bottom))] desk:h-[calc(100dvh-var(--spacing-bar))]'
          : 'pb-16 in-data-fits:pb-0',
      )}
    >
      <div className={isTitleHidden ? 'sr-only' : 'page-title'}>
        {back}
        <div className="min-w-0">
          <h1
            dir="auto"
            className={cx('truncate', lead ? OVER_LEAD : title.length > 12 ? LONG : 'text-page')}
          >
            {title}
          </h1>
          {lead && (
            <p className="truncate text-page">
              <span className="desk:hidden">{lead.short}</span>
              <span className="max-desk:hidden">{lead.long}</span>
            </p>
          )}
        </div>
        {action && <div className="ml-auto shrink-0 max-desk:hidden">{action}</div>}
      </div>
      <div className={cx('min-h-0 flex-1', !fill && 'pt-2 desk:pt-0')}>{children}</div>
      {aside && <div className="page-aside">{aside}</div>}
    </div>
  );
}

/** The action of a page. `near` preloads its dialog. */
export type Action = { label: string; onClick: () => void; near?: Near | undefined };

/** A Page's action. */
export function AddButton({ label, onClick, near }: Action) {
  return (
    <button type="button" onClick={onClick} {...near} className="page-add">
      <Plus aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.25} />
      {label}
    </button>
  );
}

/** Beside the buttons of the frame, on a narrow phone. */
const LONG = 'text-page max-[24rem]:text-card';

const OVER_LEAD = 'font-medium text-ink-soft text-tiny desk:text-small';
