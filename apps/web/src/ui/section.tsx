import type { ReactNode } from 'react';

/** A part of a long page, under a line and a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex max-w-form flex-col gap-4 border-line border-t pt-8">
      <h2 className="text-card">{title}</h2>
      {children}
    </section>
  );
}
