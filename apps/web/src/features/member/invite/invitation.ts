import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';
import { counted } from '../../../lib/words/text.ts';

export type Invitation = inferProcedureOutput<AppRouter['invite']['list']>[number];
export type NewInvitation = inferProcedureOutput<AppRouter['invite']['create']>;

/** The roles that an invitation can give. */
export const ROLES = [
  { value: 'Employee', label: 'Employee' },
  { value: 'Manager', label: 'Manager' },
] as const;

/** "For one person, as Employee." */
export function usesOf({ uses, role }: Pick<Invitation, 'uses' | 'role'>): string {
  return `For ${uses === 1 ? 'one person' : `${counted(uses)} people`}, as ${role}.`;
}
