/** Canonical role names, in the order they are stored and shown (decision 2.1). */
export const ROLES = ['Admin', 'Manager', 'Employee', 'User'] as const;
export type Role = (typeof ROLES)[number];

/** Role codes of spec sections 6 and 9; 2001 means User at registration, Employee for a new member. */
const CODES: Record<string, Role> = { '5150': 'Admin', '1984': 'Manager', '2001': 'User' };

/** The role a name in any case or a code stands for. */
export function roleOf(given: string): Role | undefined {
  return CODES[given] ?? ROLES.find(role => role.toLowerCase() === given.toLowerCase());
}

/** The label of spec section 3: Admin over Manager over Employee. Never decides a right (decision 2.3). */
export function statusOf(roles: readonly Role[]): 'Admin' | 'Manager' | 'Employee' {
  if (roles.includes('Admin')) return 'Admin';
  return roles.includes('Manager') ? 'Manager' : 'Employee';
}
