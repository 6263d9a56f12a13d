import type { SheetKind } from '@onus/contract/transfer/sheet-limits';
import { plainDate, timeOfDay } from '../../lib/dates.ts';
import { dollars } from '../../lib/words/money.ts';
import { repetition } from '../../lib/words/repetition.ts';
import { counted, shortened } from '../../lib/words/text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Preview } from './sheet.ts';

interface PreviewLinesProps {
  kind: SheetKind;
  preview: Preview;
  /** The number of hidden rows. */
  more: number;
}

/** The first rows as their lists will show them. */
export function PreviewLines({ kind, preview: { tasks, items }, more }: PreviewLinesProps) {
  return (
    <ul className="-my-3">
      {tasks.map(({ line, done, input, assignees }) => (
        <Line
          key={line}
          title={input.title}
          badge={done ? 'Completed' : null}
          facts={[
            plainDate(input.dueDate),
            input.dueTime && timeOfDay(input.dueTime),
            repetition(input),
            input.recurrenceEndDate && `until ${plainDate(input.recurrenceEndDate)}`,
            assignees.map(one => one.username).join(', '),
            shortened(inOneLine(input.text)),
          ]}
        />
      ))}
      {items.map(({ line, done, input }) => (
        <Line
          key={line}
          title={input.name}
          badge={done ? 'In the cart' : null}
          facts={[
            // Of an item that is only suggested there is no amount.
            kind === 'groceries' ? `×${counted(input.count)}` : null,
            kind === 'groceries' ? dollars(input.price) : null,
            input.section ?? null,
          ]}
        />
      ))}
      {more > 0 && <li className="py-3 text-ink-soft">and {more.toLocaleString('en-US')} more</li>}
    </ul>
  );
}

function inOneLine(text: string): string {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .join(' · ');
}

interface LineProps {
  title: string;
  badge: string | null;
  facts: (string | null)[];
}

function Line({ title, badge, facts }: LineProps) {
  return (
    <li className="border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {title}
        {badge && <Badge>{badge}</Badge>}
      </p>
      <p className="text-ink-soft text-small">{facts.filter(Boolean).join(' · ')}</p>
    </li>
  );
}
