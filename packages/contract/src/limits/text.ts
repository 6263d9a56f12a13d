import { z } from 'zod';
import { LIMITS } from './lengths.ts';

/** Text that returns byte for byte. Lone surrogates and NUL could not, so both are refused. */
export function text(max: number, whenMissing?: string) {
  return z
    .string({ error: ({ input }) => (input == null ? whenMissing : undefined) })
    .max(max)
    .refine(isStorable, 'contains characters that cannot be stored');
}

/** The description of a task, whose field is called `text`. */
export function descriptionText() {
  return z
    .string({ error: ({ input }) => `Description ${input === undefined ? 'is required' : 'must be text'}` })
    .max(LIMITS.description, `Description is too long: at most ${LIMITS.description}`)
    .refine(isStorable, 'Description contains characters that cannot be stored');
}

/** Text with at least one character that is not white space. */
export function filledText(max: number, whenEmpty: string) {
  return text(max, whenEmpty).refine(value => value.trim() !== '', whenEmpty);
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}
