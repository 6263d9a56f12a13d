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

/** The number of lines on their way. */
export function useComingLines(): number {
  const submitted = useSelector(submittedLines, all => Object.values(all).flat().length);
  const failed = useSelector(failedLines);
  return submitted + useSelector(sentLines).filter(({ id }) => !failed[id]).length;
}

export function forgetLines(): void {
  submittedLines.set({});
  sentLines.set([]);
}
