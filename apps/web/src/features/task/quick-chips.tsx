import type { Day } from '@onus/contract/calendar';
import type { QuickEntry, Span } from '@onus/contract/quick-entry';
import { CalendarDays, CalendarOff, Repeat2, UserRound, UserRoundX } from 'lucide-react';
import { nearDate } from '../../lib/dates.ts';
import { repetition } from '../../lib/repetition.ts';
import { Chip } from '../../ui/chip.tsx';

interface QuickChipsProps {
  entry: QuickEntry;
  today: Day;
  onRemove: (words: string) => void;
}

/** What the line was understood to say, when it is due where it does not say so, and the names in it that are no one's. */
export function QuickChips({ entry, today, onRemove }: QuickChipsProps) {
  const isDated = entry.spans.some(({ kind }) => kind === 'day') || entry.recurrenceType !== 'none';
  return (
    <ul aria-label="Understood" aria-live="polite" className="flex flex-wrap items-center gap-2 px-3 pb-2.5">
      {!isDated && (
        <li className="mr-1 flex h-7 items-center gap-1.5 text-ink-soft text-small">
          <CalendarDays aria-hidden="true" className="size-3.5" />
          Today
        </li>
      )}
      {entry.spans.map(span => (
        <li key={span.kind === 'person' ? span.person.id : span.kind} className="max-w-full">
          <Chip
            icon={ICONS[span.kind]}
            label={labelOf(span, entry, today)}
            onRemove={() => onRemove(span.words)}
          />
        </li>
      ))}
      {entry.strangers.map(({ name, isSeveral }) => (
        <li key={name} className="flex min-w-0 gap-1.5 py-1 text-ink-soft text-small">
          <UserRoundX aria-hidden="true" className="mt-0.75 size-3.5 shrink-0" />
          <span className="min-w-0 break-words">
            {isSeveral ? 'More than one name begins with ' : 'No member named '}“<bdi>{name}</bdi>”
          </span>
        </li>
      ))}
    </ul>
  );
}

const ICONS = {
  day: <CalendarDays aria-hidden="true" />,
  repeat: <Repeat2 aria-hidden="true" />,
  end: <CalendarOff aria-hidden="true" />,
  person: <UserRound aria-hidden="true" />,
};

function labelOf(span: Span, entry: QuickEntry, today: Day): string {
  const due = nearDate(entry.day, today);
  switch (span.kind) {
    case 'person':
      return span.person.username;
    case 'day':
      return due.charAt(0).toUpperCase() + due.slice(1);
    case 'end':
      return `Until ${nearDate(entry.endDay ?? entry.day, today)}`;
    case 'repeat': {
      const { recurrenceType, interval: recurrenceInterval, spans } = entry;
      const repeats = repetition({ recurrenceType, recurrenceInterval });
      // Without a chip of its own for the date, this one says when it begins.
      return spans.some(({ kind }) => kind === 'day') ? `${repeats}` : `${repeats} from ${due}`;
    }
  }
}
