import { z } from 'zod';
import { canonicalDate } from './calendar.ts';

/** An ISO date from a client, as canonical text; the messages are those of rule 4.1. */
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

/** A time of day from a client, by the wall clock of its reader. */
export function timeInput(label: string) {
  const message = `${label} must be HH:MM, from 00:00 to 23:59`;
  return z.string(message).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, message);
}
