import type { AppRouter } from '@onus/api/root';
import { MOST_COUNTED } from '@onus/contract/limits/lengths';
import type { inferProcedureOutput } from '@trpc/server';
import { counted } from '../../../lib/words/text.ts';

/** A member's numbers. */
export type PersonTasks = inferProcedureOutput<AppRouter['manager']['people']>['items'][number];

/** "1 of 3 today · 2 overdue · 5 done this month". */
export function TaskProgress({ of: { today, overdue, doneThisMonth } }: { of: PersonTasks }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-soft text-small">
      <span>{today.all > 0 ? `${upTo(today.done)} of ${upTo(today.all)} today` : 'Nothing today'}</span>
      {overdue > 0 && <span className="font-medium text-warn">{upTo(overdue)} overdue</span>}
      {doneThisMonth > 0 && <span>{upTo(doneThisMonth)} done this month</span>}
    </p>
  );
}

function upTo(count: number): string {
  return count < MOST_COUNTED ? counted(count) : `${counted(MOST_COUNTED - 1)}+`;
}
