import type { RecurrenceType } from '@onus/contract/recurrence';

interface Rule {
  recurrenceType: RecurrenceType;
  recurrenceInterval: number;
}

/** How a task repeats, in a word or two; nothing when it does not. */
export function repetition({ recurrenceType: type, recurrenceInterval: interval }: Rule): string | null {
  switch (type) {
    case 'none':
      return null;
    case 'interval':
      return interval === 1 ? 'Every day' : `Every ${interval} days`;
    default:
      return { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' }[type];
  }
}
