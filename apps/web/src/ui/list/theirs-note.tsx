import { X } from 'lucide-react';
import { Button, IconButton } from '../form/button.tsx';

interface TheirsNoteProps {
  /** Who wrote it; empty where that is not known any more. */
  by: string;
  value: string;
  onUse: () => void;
  onKeep: () => void;
}

/**
 * Under a row that two people changed: the last one to arrive counts, and the other is a tap away. It takes the row's width
 * from its title on, whether the row is a flex box or a grid.
 */
export function TheirsNote({ by, value, onUse, onKeep }: TheirsNoteProps) {
  return (
    <p className="order-2 col-start-2 -col-end-1 flex w-full items-center gap-x-1 text-ink-soft text-small">
      <span dir="auto" className="min-w-0 break-words">
        {by || 'Someone'} changed this to ‘{value}’
      </span>
      <Button variant="plain" size="small" onClick={onUse}>
        Use theirs
      </Button>
      <IconButton label="Keep mine" icon={<X />} onClick={onKeep} />
    </p>
  );
}
