import type { Rule } from '@onus/contract/dates/rule';
import { WEEKDAYS } from './weekdays.ts';

type Repeating = Pick<Rule, 'recurrenceType' | 'recurrenceInterval'> & Partial<Rule>;

/** The recurrence of a task in a few words; null without one. Rows of older versions of the app lack some fields. */
export function repetition(rule: Repeating): string | null {
  const words = rhythm(rule);
  return words && rule.recurrenceFrom === 'done' ? `${words} from completion` : words;
}

function rhythm({ recurrenceType: type, recurrenceInterval, ...rule }: Repeating) {
  const { recurrenceEvery: every = 1, recurrenceDays, recurrenceAnchor } = rule;
  switch (type) {
    case 'none':
      return null;
    case 'daily':
      return 'Daily';
    case 'interval':
      return recurrenceInterval === 1 ? 'Every day' : `Every ${recurrenceInterval} days`;
    case 'weekdays':
      return every === 1
        ? `Every ${namesOf(recurrenceDays)}`
        : `Every ${every} weeks on ${namesOf(recurrenceDays)}`;
    default: {
      const often = every === 1 ? ONCE[type] : `Every ${every} ${UNITS[type]}`;
      return type === 'monthly' && recurrenceAnchor === 31 ? `${often} on the last day` : often;
    }
  }
}

const ONCE = { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' };
const UNITS = { weekly: 'weeks', monthly: 'months', yearly: 'years' };

/** "Mon and Thu", "weekday" or "weekend". */
function namesOf(days: readonly number[] = []): string {
  const known = { '1,2,3,4,5': 'weekday', '6,7': 'weekend' }[days.join()];
  const named = WEEKDAYS.filter(({ value }) => days.includes(value));
  return known ?? new Intl.ListFormat('en-US').format(named.map(({ short }) => short));
}
