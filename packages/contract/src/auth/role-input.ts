import { z } from 'zod';
import { ROLES, type Role, roleOf } from './role.ts';

const code = z.union([z.string(), z.number()]);

/** A name in any case, a code, or a list of either, as canonical names without duplicates. */
export const rolesInput = rolesWhere2001Is('User');

/** The same for a member that a manager creates or changes, where 2001 means Employee (rule 2.1). */
export const memberRolesInput = rolesWhere2001Is('Employee');

function rolesWhere2001Is(role2001: Role) {
  return z
    .union([code, z.array(code).max(8)], {
      error: 'Roles must be a role name, a role code or a list of them',
    })
    .transform((value, context) => {
      const named = [value].flat().map(one => {
        const given = String(one).trim();
        return { given, role: given === '2001' ? role2001 : roleOf(given) };
      });
      const unknown = named.find(one => !one.role);
      if (!unknown) return ROLES.filter(role => named.some(one => one.role === role));
      const given = JSON.stringify(unknown.given.slice(0, 40));
      context.addIssue({ code: 'custom', message: `Role ${given} is not known` });
      return z.NEVER;
    });
}
