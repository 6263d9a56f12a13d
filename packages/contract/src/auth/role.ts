/** Canonical role names, in the order they are stored and shown (rule 2.1). */
export const ROLES = ['Admin', 'Manager', 'Employee', 'User'] as const;
export type Role = (typeof ROLES)[number];

/** Role codes of rules 16 and 19; 2001 means User at registration, Employee for a new member. */
const CODES: Partial<Record<Role, string>> = { Admin: '5150', Manager: '1984', User: '2001' };

/** The role a name in any case or a code stands for. */
export function roleOf(given: string): Role | undefined {
  return ROLES.find(role => CODES[role] === given || role.toLowerCase() === given.toLowerCase());
}

/** A Manager or Admin has a household of their own (rule 3.1) and can manage others. */
export function isHead(roles: readonly Role[]): boolean {
  return roles.includes('Admin') || roles.includes('Manager');
}

/** The label of rule 13: Admin over Manager over Employee. Never decides a right (rule 2.3). */
export function statusOf(roles: readonly Role[]): 'Admin' | 'Manager' | 'Employee' {
  if (roles.includes('Admin')) return 'Admin';
  return roles.includes('Manager') ? 'Manager' : 'Employee';
}
