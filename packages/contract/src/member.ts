import { z } from 'zod';
import { email, typedPassword, username } from './auth.ts';
import { rowId } from './id.ts';
import { pageLimit, pageNumber } from './page-limit.ts';
import { MEMBER_PASSWORD, MEMBER_PASSWORD_RULE } from './password.ts';
import { memberRolesInput } from './role-input.ts';
import { findTasksInput, listTasksInput } from './task.ts';
import { LIMITS, text } from './text.ts';

/** Settings tab: one's own name and email (spec 2). A field left out stays as it is. */
export const updateSelfInput = z.object({
  username: username.optional(),
  email: email.optional(),
  /** Needed for another email once ten minutes have passed since the sign-in. */
  currentPassword: typedPassword.optional(),
});

export const memberIdInput = z.object({ id: rowId });

export const listMembersInput = z.object({
  limit: pageLimit,
  /** The last member of the page before, as it was answered. */
  cursor: rowId.nullish(),
  /** Whose members; another manager's only for an Admin. */
  managerId: rowId.optional(),
});

/** People to choose from, by name. */
export const listPeopleInput = z
  .object({
    /** Only those whose name or email holds these letters, whatever their case and accents. */
    search: text(LIMITS.email).optional(),
    limit: pageLimit,
    /** The `nextCursor` of the page before. */
    cursor: rowId.nullish(),
  })
  .default({ limit: 50 });

/** A page of members by its number, answered with how many there are. */
export const findMembersInput = listMembersInput.omit({ cursor: true }).extend({ page: pageNumber });

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
  /** Needed for another email of one's own once ten minutes have passed since the sign-in. */
  currentPassword: typedPassword.optional(),
});

/** Gives a member another manager; null for none. */
export const moveMemberInput = z.object({
  id: rowId,
  managerId: z.union([rowId, z.null()], { error: 'Manager must be an id, or null for none' }),
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
