import { z } from 'zod';
import { ROLES, roleOf } from './role.ts';

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
