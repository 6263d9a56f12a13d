import type { ReactNode } from 'react';

/** Terms and what is said of them. */
export function Facts({ entries }: { entries: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-4">
      {entries.map(([term, content]) => (
        <div key={term} className="flex flex-col gap-x-4 desk:flex-row">
          <dt className="w-32 shrink-0 text-ink-soft">{term}</dt>
          <dd className="wrap-anywhere min-w-0 flex-1">{content}</dd>
        </div>
      ))}
    </dl>
  );
}
