import { z } from 'zod';

/** Longest accepted texts, in UTF-16 code units (decision 4.9). Nothing is ever cut silently. */
export const LIMITS = {
  title: 200,
  description: 5_000,
  message: 4_000,
  itemName: 120,
  username: 100,
  email: 254,
  password: 128,
} as const;

/** Text that comes back byte for byte: a lone surrogate or a NUL could not, so both are refused. */
export function text(max: number) {
  return z.string().max(max).refine(isStorable, 'contains characters that cannot be stored');
}

/** Text with at least one character that is not white space. */
export function filledText(max: number, whenEmpty: string) {
  return text(max).refine(value => value.trim() !== '', whenEmpty);
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}
