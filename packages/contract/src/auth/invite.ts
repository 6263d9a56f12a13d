import { z } from 'zod';
import { rowId } from '../id.ts';
import { MOST_USES } from '../limits/lengths.ts';
import { typedPassword, username, email as validEmail } from './inputs.ts';
import type { Role } from './role.ts';
import { memberRolesInput } from './role-input.ts';

/** The roles that an invitation can give. */
export const INVITED_ROLES = ['Employee', 'Manager'] as const satisfies Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

const USES = `Uses must be a whole number from 1 to ${MOST_USES}`;

/** POST /invitations. */
export const createInvitationInput = z.object({
  role: memberRolesInput.transform((roles, context): InvitedRole => {
    const [role, ...more] = roles;
    if (more.length === 0 && (role === 'Employee' || role === 'Manager')) return role;
    context.addIssue({ code: 'custom', message: 'Role must be Employee or Manager' });
    return z.NEVER;
  }),
  /** How many people can join with it. */
  uses: z.int({ error: USES }).min(1, USES).max(MOST_USES, USES).default(1),
});

export const invitationIdInput = z.object({ id: rowId });

/** The same message for used, revoked, expired and forged tokens (rule 9.2). */
export const INVITATION_INVALID = 'This invitation is invalid or has expired. Ask for a new one.';

const token = z.string({ error: INVITATION_INVALID }).max(100, INVITATION_INVALID);

export const lookInput = z.object({ token });

/** POST /invitations/redeem. The invitation decides the role and the household. */
export const redeemInvitationInput = z.object({
  token,
  name: username,
  email: validEmail,
  password: typedPassword.min(1, 'Password is required'),
});

export type CreateInvitation = z.output<typeof createInvitationInput>;
export type RedeemInvitation = z.output<typeof redeemInvitationInput>;
