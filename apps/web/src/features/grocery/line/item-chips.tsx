import type { ItemSpan, QuickItem } from '@onus/contract/quick-line/item';
import { DollarSign, Hash, ShoppingBasket } from 'lucide-react';
import { dollars } from '../../../lib/words/money.ts';
import { counted } from '../../../lib/words/text.ts';
import { Chip } from '../../../ui/chip.tsx';

interface ItemChipsProps {
  entry: QuickItem;
  onRemove: (words: string) => void;
}

/** Chips for the recognized words of the line. A removed one is part of the name again. */
export function ItemChips({ entry, onRemove }: ItemChipsProps) {
  if (entry.spans.length === 0) return null;
  return (
    <ul aria-label="Understood" aria-live="polite" className="flex flex-wrap items-center gap-2 px-3 pb-2.5">
      {entry.spans.map(({ kind, words }) => (
        <li key={kind} className="max-w-full">
          <Chip icon={ICONS[kind]} label={labelOf(kind, entry)} onRemove={() => onRemove(words)} />
        </li>
      ))}
    </ul>
  );
}

const ICONS = {
  count: <ShoppingBasket aria-hidden="true" />,
  price: <DollarSign aria-hidden="true" />,
  section: <Hash aria-hidden="true" />,
};

function labelOf(kind: ItemSpan['kind'], { count, price, section }: QuickItem): string {
  if (kind === 'count') return `×${counted(count)}`;
  return kind === 'price' ? dollars(Number(price)) : (section ?? '');
}
