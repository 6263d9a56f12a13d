import type { ReactNode } from 'react';

/** No tasks today: a sun over a hill. */
export function ClearDay() {
  return (
    <Drawing>
      <path d="M14 74c18-14 34-16 50-8s30 8 42 0" />
      <path d="M10 86h100" className="stroke-line" />
      <circle cx="60" cy="36" r="14" className="fill-brand-wash stroke-brand" />
      <path d="M60 12v-4M79 20l3-4M41 20l-3-4M86 38h5M29 38h5" className="stroke-brand" />
    </Drawing>
  );
}

/** All tasks done: a sheet with ticks. */
export function FinishedList() {
  return (
    <Drawing>
      <path d="M36 16h42l8 8v58H36z" className="fill-surface" />
      <path d="M78 16v8h8" />
      <path d="M58 38h18M58 54h14M58 70h18" className="stroke-line" />
      <path d="m44 38 3 3 6-7M44 54l3 3 6-7M44 70l3 3 6-7" className="stroke-brand" />
      <path d="M24 86h74" className="stroke-line" />
    </Drawing>
  );
}

/** The frame of a drawing: one of a single page is beside that page. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 96"
      fill="none"
      aria-hidden="true"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-24 w-30 stroke-ink-soft"
    >
      {children}
    </svg>
  );
}
