import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import type { Near } from '../lib/part.ts';

type PageProps = {
  title: ReactNode;
  /** A way back above the title on a desk, left of it on a phone. */
  back?: ReactNode;
  /** The page's one action: beside the title on a desk, floating above the bar on a phone. */
  action?: ReactNode;
  width?: 'narrow' | 'wide';
  /** As high as the screen leaves, for a page whose parts scroll by themselves. */
  fill?: boolean;
  children: ReactNode;
};

/** A page inside the Frame. On a phone its title lies in the frame's bar and stays there. */
export function Page({ title, back, action, width = 'narrow', fill, children }: PageProps) {
  return (
    <div
      className={cx(
        'mx-auto flex w-full flex-col px-4 desk:px-6',
        width === 'wide' ? 'max-w-wide' : 'max-w-narrow',
        fill
          ? 'h-[calc(100dvh-2*var(--spacing-bar)-var(--safe-top)-var(--safe-bottom))] desk:h-[calc(100dvh-var(--spacing-bar))]'
          : 'pb-28 desk:pb-16',
      )}
    >
      <div className={TITLE_ROW}>
        {back}
        <h1 dir="auto" className="min-w-0 truncate text-page">
          {title}
        </h1>
        {action && <div className={ACTION}>{action}</div>}
      </div>
      <div className={cx('min-h-0 flex-1', !fill && 'pt-2 desk:pt-0')}>{children}</div>
    </div>
  );
}

/** What a page or an empty list offers to do; `near` is of the dialog it opens. */
export type Action = { label: string; onClick: () => void; near?: Near | undefined };

/** Goes into a Page's action: a round pill on a phone, an ordinary button on a desk. */
export function AddButton({ label, onClick, near }: Action) {
  return (
    <button type="button" onClick={onClick} {...near} className={ADD}>
      <Plus aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.25} />
      {label}
    </button>
  );
}

const TITLE_ROW =
  'pointer-events-none sticky top-(--safe-top) z-25 -mt-bar flex h-bar max-w-[calc(100%-9rem)] shrink-0 items-center gap-3 *:pointer-events-auto desk:pointer-events-auto desk:static desk:z-auto desk:mt-0 desk:h-auto desk:max-w-none desk:pt-8 desk:pb-4';

const ACTION =
  'fixed right-4 bottom-[calc(var(--spacing-bar)+var(--safe-bottom)+1rem)] z-20 shrink-0 desk:static desk:z-auto desk:ml-auto';

const ADD =
  'flex h-13 items-center gap-2 rounded-full bg-brand-strong pr-5 pl-4 font-semibold text-on-fill shadow-float transition-colors hover:bg-brand-deep desk:h-10 desk:rounded-control desk:pr-4 desk:pl-3 desk:shadow-none';
