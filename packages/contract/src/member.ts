import { z } from 'zod';
import { email, typedPassword, username } from './auth/inputs.ts';
import { MEMBER_PASSWORD, MEMBER_PASSWORD_RULE } from './auth/password.ts';
import { memberRolesInput } from './auth/role-input.ts';
import { rowId } from './id.ts';
import { LIMITS } from './limits/lengths.ts';
import { nameCursor, pageLimit, pageNumber } from './limits/page.ts';
import { text } from './limits/text.ts';
import { findTasksInput, listTasksInput } from './task.ts';

/** The id of a manager; null and an empty text are none. */
const managerOrNone = z.union([z.null(), z.literal('').transform(() => null), rowId], {
  error: 'Manager must be an id, or null for none',
});

/** Settings tab: the own name and email (rule 12). Missing fields stay unchanged. */
export const updateSelfInput = z.object({
  username: username.optional(),
  email: email.optional(),
  /** Required to change the email more than 10 min after the sign-in. */
  currentPassword: typedPassword.optional(),
});

export const memberIdInput = z.object({ id: rowId });

export const listMembersInput = z.object({
  limit: pageLimit,
  /** The `nextCursor` of the previous page. */
  cursor: nameCursor,
  /** The manager. Only an Admin may name another one. */
  managerId: rowId.optional(),
});

/** People to choose, by name. */
export const listPeopleInput = z
  .object({
    /** Filters by name or email, without case and accents. */
    search: text(LIMITS.email).optional(),
    limit: pageLimit,
    /** The `nextCursor` of the previous page. */
    cursor: nameCursor,
  })
  .default({ limit: 50 });

/** A numbered page of members with the total. */
export const findMembersInput = listMembersInput.omit({ cursor: true }).extend({ page: pageNumber });

/** The Add member dialog. `username` and `name` are one field (rule 2.4). */
export const createMemberInput = z
  .object({
    username: username.optional(),
    name: username.optional(),
    email,
    password: typedPassword.regex(MEMBER_PASSWORD, MEMBER_PASSWORD_RULE),
    /** The dialog clears its list after a success, so an empty list means the default (rule 14). */
    roles: memberRolesInput
      .refine(
        roles => roles.every(role => role === 'Employee' || role === 'Manager'),
        'Roles must be Employee or Manager',
      )
      .transform(roles => (roles.length > 0 ? roles : ['Employee' as const]))
      .default(['Employee']),
    /** Only from an Admin; null is none. A manager always creates own members. */
    manager: managerOrNone.optional(),
  })
  .transform(({ username: typed, name, ...rest }, context) => {
    const chosen = typed ?? name;
    if (chosen !== undefined) return { ...rest, username: chosen };
    context.addIssue({ code: 'custom', message: 'Name is required' });
    return z.NEVER;
  });

/** Settings tab of a member. Missing and equal fields are no change. */
export const updateMemberInput = z.object({
  id: rowId,
  username: username.optional(),
  /** The same field (rule 2.4). Of a record that is sent back with one of the two changed, that one counts. */
  name: username.optional(),
  email: email.optional(),
  /** The checkboxes of the form. User and Admin have none and survive (rule 3). Naming Admin gives the role. */
  roles: memberRolesInput.optional(),
  /** Gives or takes the role Admin. Only from an Admin. */
  admin: z.boolean().optional(),
  active: z.boolean().optional(),
  /** Required to change the own email more than 10 min after the sign-in. */
  currentPassword: typedPassword.optional(),
});

/** Gives a member another manager; null for none. */
export const moveMemberInput = z.object({
  id: rowId,
  managerId: managerOrNone,
});

/** The member who becomes the head of the caller's household. */
export const handOverInput = z.object({ to: rowId });

export const memberTasksInput = listTasksInput.extend({ userId: rowId });
export const findMemberTasksInput = findTasksInput.extend({ userId: rowId });
export const memberCountsInput = z.object({ userId: rowId });

export type ListMembers = z.output<typeof listMembersInput>;
export type ListPeople = z.output<typeof listPeopleInput>;
export type FindMembers = z.output<typeof findMembersInput>;
export type CreateMember = z.output<typeof createMemberInput>;
export type UpdateSelf = z.output<typeof updateSelfInput>;
export type MoveMember = z.output<typeof moveMemberInput>;
export type HandOver = z.output<typeof handOverInput>;
export type UpdateMember = z.output<typeof updateMemberInput>;
