import { z } from 'zod';
import { rowId } from '../id.ts';
import { LIMITS } from '../limits/lengths.ts';
import { filledText, text } from '../limits/text.ts';
import { ACTIVATION_SHORTEST, ACTIVATION_TOO_SHORT } from './password.ts';
import { rolesInput } from './role-input.ts';

/** Trimmed and lower-cased everywhere (rule 2.4). */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(LIMITS.email)
  .pipe(z.email('Email is invalid'));

export const username = filledText(LIMITS.username, 'Name is required');

/** A password as typed. Only the length that hashing accepts is checked here (rule 2.10). */
export const typedPassword = text(LIMITS.password);

/** A code of a second factor as typed: spaces and hyphens do not count. */
export const typedCode = text(40);

/**
 * POST /auth without a format check: a wrong email is not found (rule 15). `code` is for people with a second factor: the
 * six digits of their app, or a recovery code.
 */
export const loginInput = z.object({
  email: z.string().trim().toLowerCase().max(LIMITS.email),
  password: typedPassword,
  code: typedCode.optional(),
});

/** POST /api/users/: exactly one of User or Manager, no manager (rule 2.2). */
export const registerInput = z.object({
  name: username,
  email,
  password: filledPassword(),
  roles: rolesInput.refine(
    roles => roles.length === 1 && (roles[0] === 'User' || roles[0] === 'Manager'),
    'Roles must be User or Manager',
  ),
  manager: z.union([z.literal(''), z.null(), z.undefined()], { error: 'Manager must be empty' }).optional(),
});

/** The same message for bad, expired, used and replaced links (rule 2.11). */
export const LINK_INVALID = 'Error: this link is invalid or has expired.';

/** POST /member/activate and POST /api/users/new-password. */
export const activateInput = z.object({
  token: z.string({ error: LINK_INVALID }).max(100, LINK_INVALID),
  password: typedPassword.min(ACTIVATION_SHORTEST, ACTIVATION_TOO_SHORT),
});

/** Whose account a link is for. */
export const lookAtLinkInput = activateInput.pick({ token: true });

/** POST /api/users/take-back-email: the link in the email to the old address. */
export const takeBackEmailInput = activateInput.pick({ token: true });

/** POST /api/users/reset-password without a format check, as at login. */
export const requestResetInput = loginInput.pick({ email: true });

export const changePasswordInput = z.object({ current: typedPassword, password: filledPassword() });

/** Ends one of the caller's sessions. */
export const signOutInput = z.object({ id: rowId });

/** `onus admin create`. */
export const createAdminInput = z.object({ email, username, password: filledPassword() });

function filledPassword() {
  return typedPassword.min(1, 'Password is required');
}

/** What the paths of rule 17 for managers and Admins require of the middleware chain first. */
export const requireRoleInput = z.object({ role: z.enum(['Manager', 'Admin']) });
