import { type Day, dayOf } from '@onus/contract/dates/calendar';
import type { RecurrenceFrom, RecurrenceType } from '@onus/contract/dates/recurrence';
import { NO_RULE, type Rule } from '@onus/contract/dates/rule';

/** When a task is due and how it repeats, as a form holds it. */
export interface RecurrenceDraft {
  day: Day | '';
  recurrenceType: RecurrenceType;
  /** NaN while the field is empty, as `every`. */
  interval: number;
  days: readonly number[];
  every: number;
  from: RecurrenceFrom;
  /** On the last day of each month. */
  isLastDay: boolean;
  /** Empty means that the series has no end. */
  endDay: Day | '';
}

/** @param rule of a task; a row that an older version of the app stored has only the first three of its fields. */
export function draftOf(day: Day, rule: Partial<Rule> = NO_RULE): RecurrenceDraft {
  const { recurrenceType, recurrenceInterval, recurrenceEndDate, ...rest } = { ...NO_RULE, ...rule };
  return {
    day,
    recurrenceType,
    interval: recurrenceInterval,
    days: rest.recurrenceDays,
    every: rest.recurrenceEvery,
    from: rest.recurrenceFrom,
    isLastDay: isOnLastDay({ ...NO_RULE, ...rule }),
    endDay: recurrenceEndDate ? dayOf(recurrenceEndDate) : '',
  };
}

/** Every month has fewer days or as many, so the 31st is the last day of each. */
export const LAST_DAY = 31;

export function isOnLastDay({ recurrenceType, recurrenceAnchor }: Rule): boolean {
  return recurrenceType === 'monthly' && recurrenceAnchor === LAST_DAY;
}
