import { z } from 'zod';

/** Canonical role names, in the order they are stored and shown (decision 2.1). */
export const ROLES = ['Admin', 'Manager', 'Employee', 'User'] as const;
export type Role = (typeof ROLES)[number];

/** Role codes of spec sections 6 and 9; 2001 means User at registration, Employee for a new member. */
const CODES: Record<string, Role> = { '5150': 'Admin', '1984': 'Manager', '2001': 'User' };

const code = z.union([z.string(), z.number()]);

/** A name in any case, a code, or a list of either; comes out as canonical names, each once. */
export const rolesInput = z
  .union([code, z.array(code).max(8)], { error: 'Roles must be a role name, a role code or a list of them' })
  .transform((value, context) => {
    const named = [value]
      .flat()
      .map(one => ({ given: String(one).trim(), role: roleOf(String(one).trim()) }));
    const unknown = named.find(one => !one.role);
    if (!unknown) return ROLES.filter(role => named.some(one => one.role === role));
    const given = JSON.stringify(unknown.given.slice(0, 40));
    context.addIssue({ code: 'custom', message: `Role ${given} is not known` });
    return z.NEVER;
  });

/** The label of spec section 3: Admin over Manager over Employee. Never decides a right (decision 2.3). */
export function statusOf(roles: readonly Role[]): 'Admin' | 'Manager' | 'Employee' {
  if (roles.includes('Admin')) return 'Admin';
  return roles.includes('Manager') ? 'Manager' : 'Employee';
}

function roleOf(given: string): Role | undefined {
  return CODES[given] ?? ROLES.find(role => role.toLowerCase() === given.toLowerCase());
}
