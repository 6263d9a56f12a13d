import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';

/** With the title of the page behind it: the breadcrumb "Back / title". */
export function BackLink(to: Pick<LinkProps, 'to' | 'search'>) {
  return (
    <nav aria-label="Breadcrumb" className="flex shrink-0 items-center gap-3 text-ink-soft">
      <Link
        {...to}
        className="relative flex items-center gap-1 font-medium text-brand-strong before:absolute before:-inset-y-2.5 before:inset-x-0"
      >
        <ChevronLeft aria-hidden="true" className="-ml-1 size-5" />
        Back
      </Link>
      <span aria-hidden="true">/</span>
    </nav>
  );
}
