import { z } from 'zod';
import { canonicalDate } from './calendar.ts';

/** An ISO date from a client, as canonical text; the messages are those of decision 4.1. */
export function dateInput(label: string) {
  return z
    .string({
      error: issue => (issue.input == null ? `${label} is required` : `${label} is invalid`),
    })
    .transform((value, context) => {
      const canonical = canonicalDate(value);
      if (canonical) return canonical;
      const message = `${label} is ${value.trim() === '' ? 'required' : 'invalid'}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}
