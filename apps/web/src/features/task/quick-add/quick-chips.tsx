import type { Day } from '@onus/contract/dates/calendar';
import { namesIn, type QuickEntry, type Span } from '@onus/contract/quick-line/entry';
import {
  Calendar,
  CalendarOff,
  CircleQuestionMark,
  Clock,
  Repeat2,
  UserRound,
  UserRoundX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../../data/session/session.ts';
import { nearDate, timeOfDay } from '../../../lib/dates.ts';
import { repetition } from '../../../lib/words/repetition.ts';
import { Chip } from '../../../ui/chip.tsx';

interface QuickChipsProps {
  text: string;
  /** The text, parsed. */
  entry: QuickEntry;
  today: Day;
  onRemove: (words: string) => void;
}

/** Chips for the recognized parts, the default due date, what is not understood, and names that stay title. */
export function QuickChips({ text, entry, today, onRemove }: QuickChipsProps) {
  const { isManager, isAdmin } = useCurrentUser();
  const isDated = entry.spans.some(({ kind }) => kind === 'day') || entry.recurrenceType !== 'none';
  return (
    <ul aria-label="Understood" aria-live="polite" className="flex flex-wrap items-center gap-2 px-3 pb-2.5">
      {!isDated && (
        <li className="mr-1 flex h-7 items-center gap-1.5 text-ink-soft text-small">
          <Calendar aria-hidden="true" className="size-3.5" />
          Today
        </li>
      )}
      {entry.spans.map(span => (
        <li key={keyOf(span)} className="max-w-full">
          <Chip
            icon={ICONS[span.kind]}
            isMark={span.kind === 'unknown'}
            label={span.kind === 'unknown' ? notUnderstood(text, span) : labelOf(span, entry, today)}
            onRemove={() => onRemove(span.words)}
          />
        </li>
      ))}
      {entry.strangers.map(({ name, isSeveral }) => (
        <TitleName key={name}>
          {isSeveral ? 'More than one name begins with ' : 'No member named '}“<bdi>{name}</bdi>”
        </TitleName>
      ))}
      {!(isManager || isAdmin) &&
        namesIn(text).map(name => (
          <TitleName key={name}>
            “<bdi>{name}</bdi>” stays in the title. Only managers can assign tasks.
          </TitleName>
        ))}
    </ul>
  );
}

/** Says why a name stays title. */
function TitleName({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-1.5 py-1 text-ink-soft text-small">
      <UserRoundX aria-hidden="true" className="mt-0.75 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}

const ICONS = {
  day: <Calendar aria-hidden="true" />,
  time: <Clock aria-hidden="true" />,
  repeat: <Repeat2 aria-hidden="true" />,
  end: <CalendarOff aria-hidden="true" />,
  person: <UserRound aria-hidden="true" />,
  unknown: <CircleQuestionMark aria-hidden="true" />,
};

/** Marks come in any number, the others once. */
function keyOf(span: Span): string {
  if (span.kind === 'unknown') return `${span.start}`;
  return span.kind === 'person' ? span.person.id : span.kind;
}

function notUnderstood(text: string, { start, end }: Span): string {
  return `“${text.slice(start, end)}” not understood`;
}

function labelOf(span: Exclude<Span, { kind: 'unknown' }>, entry: QuickEntry, today: Day): string {
  const due = nearDate(entry.day, today);
  switch (span.kind) {
    case 'person':
      return span.person.username;
    case 'day':
      return due.charAt(0).toUpperCase() + due.slice(1);
    case 'end':
      return `Until ${nearDate(entry.endDay ?? entry.day, today)}`;
    case 'time':
      return timeOfDay(entry.dueTime ?? '');
    case 'repeat':
      return repeatLabel(entry, due);
  }
}

function repeatLabel(entry: QuickEntry, due: string): string {
  const repeats = repetition(entry) ?? '';
  // Without a date chip, this chip shows the start.
  if (entry.spans.some(({ kind }) => kind === 'day')) return repeats;
  return entry.recurrenceFrom === 'done' ? `${repeats}, first ${due}` : `${repeats} from ${due}`;
}
