import type { ReactNode, Ref } from 'react';

interface SectionProps {
  title: string;
  /** Takes the focus of a part that goes. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A section of a long page with a line and a heading. */
export function Section({ title, heading, children }: SectionProps) {
  return (
    <section className="flex max-w-form flex-col gap-4 border-line border-t pt-8">
      <h2 ref={heading} tabIndex={heading ? -1 : undefined} className="text-card outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
