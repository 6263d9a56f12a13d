import { X } from 'lucide-react';
import type { ReactNode } from 'react';

type ChipProps = {
  icon: ReactNode;
  label: string;
  onRemove: () => void;
};

/** Something that was understood, and the button that takes it back: 28 px to the eye, 44 px to the finger. */
export function Chip({ icon, label, onRemove }: ChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full bg-brand-wash pl-2.5 font-medium text-brand-strong text-small [&_svg]:size-3.5 [&_svg]:shrink-0">
      {icon}
      <span dir="auto" className="min-w-0 truncate">
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
