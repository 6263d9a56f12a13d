import type { Caller } from './rule.ts';

/** The world in which the rights matrix is asked at every entry point: who is in it, and what they have. */

/** Tokens that are no credential, and the status they get wherever one is needed. */
export const STANDINGS = { signedOut: 401, rubbish: 403, expired: 403, deactivated: 403 } as const;
export type Standing = keyof typeof STANDINGS;
export type AnyCaller = Caller | Standing;

/** Who has a conversation with which other person, and who began it. */
export const PARTNERS: Record<Caller, [Caller, Caller]> = {
  user: ['admin', 'admin'],
  employee: ['manager', 'manager'],
  stranger: ['otherManager', 'otherManager'],
  manager: ['employee', 'manager'],
  otherManager: ['stranger', 'otherManager'],
  admin: ['user', 'admin'],
};

/** Who may invite. */
export const MANAGERS: readonly Caller[] = ['manager', 'otherManager', 'admin'];

/** The id of what is not there. */
export const ABSENT = '0198c0de-0000-7000-8000-000000000000';

/** A task of everyone's. */
export const REPEATING = { title: 'x', dueDate: '2026-01-01', recurrenceType: 'weekly' };
