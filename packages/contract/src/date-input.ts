import { z } from 'zod';
import { canonicalDate } from './calendar.ts';

/** An ISO date from a client, as canonical text; the messages are those of decision 4.1. */
export function dateInput(label: string) {
  return z
    .string({
      error: issue => (issue.input == null ? `${label} is required` : `${label} is invalid`),
    })
    .transform((value, context) => {
      if (value.trim() === '') context.addIssue({ code: 'custom', message: `${label} is required` });
      const canonical = canonicalDate(value);
      if (canonical) return canonical;
      context.addIssue({ code: 'custom', message: `${label} is invalid` });
      return z.NEVER;
    });
}
