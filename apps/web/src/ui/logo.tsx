import { cx } from '../lib/cx.ts';

type LogoProps = {
  variant?: 'mark' | 'word';
  size?: 'normal' | 'large';
  /** Without a label it is decoration, and its parent needs an accessible name. */
  label?: string;
};

export function Logo({ variant = 'word', size = 'normal', label }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center text-ink', SIZES[size])}>
      <Mark />
      {variant === 'word' && (
        <span aria-hidden="true" className="font-bold leading-none tracking-tight">
          Onus
        </span>
      )}
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** The same mark as an image with empty alt text. */
export function LogoImage({ size = 48 }: { size?: number }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} />;
}

const SIZES = { normal: 'gap-2 text-page [&_svg]:size-7', large: 'gap-3 text-landing [&_svg]:size-11' };

/** A task's ring, open where its tick leaves it. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" strokeLinecap="round" strokeLinejoin="round">
      <path d="M20.6 5.2A11.75 11.75 0 1 0 27.4 13" strokeWidth="4" className="stroke-brand" />
      <path d="M10.5 15.5 15.5 20.5 28 6" strokeWidth="4" className="stroke-ink" />
    </svg>
  );
}
