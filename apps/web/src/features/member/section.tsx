import type { ReactNode } from 'react';

/** One subject of a settings page, under a line. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-line border-t pt-8">
      <h2 className="text-card">{title}</h2>
      {children}
    </section>
  );
}
