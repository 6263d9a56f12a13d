import type { ReactNode } from 'react';

/** Nothing on the list today: a sun over a hill. */
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

/** Everything done: a sheet with its ticks. */
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

/** Nothing to buy: a basket, with a leaf to remember what it is for. */
export function EmptyBasket() {
  return (
    <Drawing>
      <path d="M28 46h64l-7 36a4 4 0 0 1-4 3H39a4 4 0 0 1-4-3z" className="fill-surface" />
      <path d="M24 46h72M44 46l10-22M76 46 66 24" />
      <path d="M48 58l2 16M60 58v16M72 58l-2 16" className="stroke-line" />
      <path d="M84 34c0-9 6-14 15-14 0 9-6 14-15 14zM84 34l7-7" className="fill-brand-wash stroke-brand" />
    </Drawing>
  );
}

/** No messages: a letter box with its flag down. */
export function EmptyLetterBox() {
  return (
    <Drawing>
      <path d="M34 30h42a14 14 0 0 1 14 14v20H20V44a14 14 0 0 1 14-14z" className="fill-surface" />
      <path d="M34 30a14 14 0 0 1 14 14v20" />
      <path d="M27 46h14" />
      <path d="M55 64v22M62 64v22" />
      <path d="M60 44h20v7h-8v-7" className="fill-brand-wash stroke-brand" />
      <circle cx="60" cy="44" r="1" className="stroke-brand" />
      <path d="M34 86h50" className="stroke-line" />
    </Drawing>
  );
}

function Drawing({ children }: { children: ReactNode }) {
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
