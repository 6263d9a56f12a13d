import { X } from 'lucide-react';
import { counted } from '../../../lib/words/text.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import type { Answer, Offer } from './use-item-line.ts';

interface ItemOffersProps {
  offers: readonly Offer[];
  onAnswer: (offer: Offer, answer: Answer) => void;
}

/** Lines that name an item of the list: more of it, or a second row. */
export function ItemOffers({ offers, onAnswer }: ItemOffersProps) {
  return offers.map(offer => {
    const { name, count } = offer.entry;
    const more = `+${counted(count)}`;
    return (
      <p key={offer.itemId} role="status" className="flex flex-wrap items-center gap-x-1 pl-3 text-small">
        <span className="min-w-0 flex-1 text-ink-soft">
          <bdi className="font-semibold text-ink">{name}</bdi> is on the list
        </span>
        <Button
          variant="quiet"
          size="small"
          aria-label={`${more} ${name}`}
          onClick={() => onAnswer(offer, 'more')}
        >
          {more}
        </Button>
        <Button variant="plain" size="small" onClick={() => onAnswer(offer, 'add')}>
          Add anyway
        </Button>
        <IconButton
          label={`Do not add ${name}`}
          icon={<X aria-hidden="true" />}
          onClick={() => onAnswer(offer, 'none')}
        />
      </p>
    );
  });
}
