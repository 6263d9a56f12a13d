import type { Day } from '@onus/contract/dates/calendar';
import { createAtom, useSelector } from '@tanstack/react-store';
import { createStoredAtom } from '../../lib/stored-atom.ts';

/*
 * Lines on their way to the outbox: first they wait for the code that adds them, then for what reads their text. They
 * outlive a reload.
 */

/** A submitted line, parsed with the date of that day. */
export interface SentLine {
  /**
   * The id of exactly this line, so that a retry creates no duplicate (rule 4.10). A changed line gets another id,
   * because the server would otherwise return the existing task.
   */
  id: string;
  text: string;
  /** Words whose chip was removed. */
  plain: readonly string[];
  /** The field it was typed in. */
  field: string;
  today: Day;
  /** The assignees if the line names no one. */
  assignTo: readonly string[];
}

/** Submitted lines that wait for the code that adds them, by field. */
export const submittedLines = createStoredAtom<Readonly<Record<string, readonly string[]>>>(
  'onus.quick-waiting',
  {},
);

/** Lines that are not stored yet. */
export const sentLines = createStoredAtom<readonly SentLine[]>('onus.quick-sent', []);

/** The errors of failed lines, by id. */
export const failedLines = createAtom<Record<string, Error>>({});

/** The number of a person's lines on their way. */
export function useComingLines(user: string): number {
  const isTheirs = isOf(user);
  const submitted = useSelector(
    submittedLines,
    all => Object.entries(all).flatMap(([field, lines]) => (isTheirs(field) ? lines : [])).length,
  );
  const failed = useSelector(failedLines);
  const sent = useSelector(sentLines).filter(({ id, field }) => isTheirs(field) && !failed[id]);
  return submitted + sent.length;
}

export function forgetLines(user: string): void {
  const isTheirs = isOf(user);
  const others = Object.entries(submittedLines.get()).filter(([field]) => !isTheirs(field));
  submittedLines.set(Object.fromEntries(others));
  sentLines.set(sentLines.get().filter(({ field }) => !isTheirs(field)));
}

/** The name of a field begins with the id of its person. */
function isOf(user: string): (field: string) => boolean {
  return field => field.startsWith(`${user} `);
}
