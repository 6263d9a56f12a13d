import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

type ChipProps = {
  icon: ReactNode;
  label: string;
  /** For words that are not understood. */
  isMark?: boolean;
  onRemove: () => void;
};

/** A recognized part of the line with a remove button: 28 px high, more if it wraps, with a 44 px touch target. */
export function Chip({ icon, label, isMark = false, onRemove }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-card pl-2.5 font-medium text-small [&_svg]:size-3.5 [&_svg]:shrink-0',
        isMark
          ? 'text-ink-soft outline-1 outline-edge outline-dashed -outline-offset-1'
          : 'bg-brand-wash text-brand-strong',
      )}
    >
      {icon}
      <span dir="auto" className="min-w-0 break-words py-1">
        {label}
      </span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        title={`Remove ${label}`}
        onClick={onRemove}
        className="relative grid size-7 shrink-0 place-items-center rounded-full transition-colors before:absolute before:-inset-2 hover:bg-hover"
      >
        <X aria-hidden="true" />
      </button>
    </span>
  );
}
