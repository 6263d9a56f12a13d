import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Dots } from '../status/spinner.tsx';

type Variant = 'primary' | 'quiet' | 'danger' | 'plain';
type Size = 'normal' | 'small';
type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant;
  size?: Size;
  /** Busy: keeps its width, name and focus, and ignores clicks. */
  busy?: boolean | undefined;
};

export function Button({
  variant = 'primary',
  size = 'normal',
  busy,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: swallow })}
      className={cx(BASE, VARIANTS[variant], SIZES[size], className)}
    >
      <span className={cx('inline-flex min-w-0 max-w-full items-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Dots size={6} />
        </span>
      )}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'> & {
  /** The accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  danger?: boolean;
};

/** 36 px with a 44 px touch target. */
export function IconButton({ label, icon, danger, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'relative inline-grid size-9 shrink-0 place-items-center rounded-control text-ink-soft transition-colors',
        'before:absolute before:-inset-1 hover:bg-hover disabled:opacity-50 [&_svg]:size-5',
        danger ? 'hover:text-danger' : 'hover:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  );
}

const BASE =
  'button relative inline-flex shrink-0 select-none items-center justify-center rounded-control font-semibold max-w-full transition-colors disabled:opacity-50 disabled:pointer-events-none [&_svg]:size-4.5 [&_svg]:shrink-0';

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-brand-strong text-on-fill hover:bg-brand-deep',
  quiet: 'bg-surface text-ink inset-ring inset-ring-line hover:bg-hover',
  danger: 'bg-danger text-on-fill hover:bg-danger-deep',
  plain: 'text-brand-strong hover:bg-hover',
};

const SIZES: Record<Size, string> = {
  normal: 'min-h-10 px-4 text-body touch:min-h-touch',
  small: 'min-h-8 px-3 text-small before:absolute before:-inset-1.5',
};

/** Also prevents a busy submit button from sending its form twice. */
function swallow(event: MouseEvent) {
  event.preventDefault();
}
