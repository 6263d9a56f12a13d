import type { ReactNode } from 'react';

/** A section of a long page with a line and a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex max-w-form flex-col gap-4 border-line border-t pt-8">
      <h2 className="text-card">{title}</h2>
      {children}
    </section>
  );
}
