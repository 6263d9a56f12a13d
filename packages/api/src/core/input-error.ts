import { z } from 'zod';

/**
 * Lets every message about bad input name its field in words, where the contract has no sentence of its
 * own. Zod asks this map only when a schema brought no message.
 */
export function nameFieldsInInputErrors(): void {
  z.config({ customError: issue => `${fieldName(issue.path)} ${complaint(issue)}` });
}

/** The first thing wrong with an input: one clear sentence. */
export function firstMessage(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? sentenceOf(issue) : 'The input is invalid';
}

/** One thing that is wrong: a refinement says it in lower case, and the field stands before it. */
export function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  return /^[a-z]/.test(message) ? `${fieldName(path)} ${message}` : message;
}

function fieldName(path: PropertyKey[] | undefined): string {
  const key = String(path?.findLast(part => typeof part === 'string') ?? 'input');
  const spaced = key.replace(/([A-Z])/g, ' $1').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function complaint(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${article(String(issue.expected))}`;
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (isNumber && issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (isNumber && issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `is too long: at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `is too short: at least ${issue.minimum}`;
  return 'is invalid';
}

function article(noun: string): string {
  const plain = noun === 'string' ? 'text' : noun;
  return plain === 'text' ? plain : `${/^[aeiou]/.test(plain) ? 'an' : 'a'} ${plain}`;
}
