import { z } from 'zod';
import { email, typedPassword, username } from './auth.ts';
import { rowId } from './id.ts';
import { pageLimit } from './page-limit.ts';
import { MEMBER_PASSWORD, MEMBER_PASSWORD_RULE } from './password.ts';
import { memberRolesInput } from './role-input.ts';
import { listTasksInput } from './task.ts';

/** Settings tab: one's own name and email (spec 2). A field left out stays as it is. */
export const updateSelfInput = z.object({ username: username.optional(), email: email.optional() });

/** The members of a manager; another's only for an Admin. */
export const wholeMembersInput = z.object({ managerId: rowId.optional() }).default({});

export const memberIdInput = z.object({ id: rowId });

export const listMembersInput = z.object({
  limit: pageLimit,
  /** The last member of the page before, as it was answered. */
  cursor: rowId.nullish(),
});

/** The Add member dialog. `username` and `name` are one field (decision 2.4). */
export const createMemberInput = z
  .object({
    username: username.optional(),
    name: username.optional(),
    email,
    password: typedPassword.regex(MEMBER_PASSWORD, MEMBER_PASSWORD_RULE),
    /** The dialog clears its list after a success: an empty one means the default (spec 4). */
    roles: memberRolesInput
      .refine(
        roles => roles.every(role => role === 'Employee' || role === 'Manager'),
        'Roles must be Employee or Manager',
      )
      .transform(roles => (roles.length > 0 ? roles : ['Employee' as const]))
      .default(['Employee']),
    /** Read from an Admin only; a manager's members are the manager's own. */
    manager: z.union([z.null(), z.literal('').transform(() => null), rowId]).optional(),
  })
  .transform(({ username: typed, name, ...rest }, context) => {
    const chosen = typed ?? name;
    if (chosen !== undefined) return { ...rest, username: chosen };
    context.addIssue({ code: 'custom', message: 'Name is required' });
    return z.NEVER;
  });

/** Settings tab of a member. What is left out or the same as before is not a change. */
export const updateMemberInput = z.object({
  id: rowId,
  username: username.optional(),
  email: email.optional(),
  /** The boxes of the form. User and Admin have none and survive (decision 3); naming Admin gives it. */
  roles: memberRolesInput.optional(),
  /** Gives or takes the role Admin; an Admin's to say. */
  admin: z.boolean().optional(),
  active: z.boolean().optional(),
});

export const memberTasksInput = listTasksInput.extend({ userId: rowId });
export const memberCountsInput = z.object({ userId: rowId });

export type ListMembers = z.output<typeof listMembersInput>;
export type CreateMember = z.output<typeof createMemberInput>;
export type UpdateMember = z.output<typeof updateMemberInput>;
