import { z } from 'zod';
import { rowId } from './id.ts';
import { ACTIVATION_SHORTEST, ACTIVATION_TOO_SHORT } from './password.ts';
import { rolesInput } from './role-input.ts';
import { filledText, LIMITS, text } from './text.ts';

/** Trimmed and lower-cased everywhere (decision 2.4). */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(LIMITS.email)
  .pipe(z.email('Email is invalid'));

export const username = filledText(LIMITS.username, 'Name is required');

/** A password as typed. Only the length that hashing accepts is checked here (decision 2.10). */
export const typedPassword = text(LIMITS.password);

/** POST /auth: no format is checked, a wrong email is simply not found (spec 5). */
export const loginInput = z.object({
  email: z.string().trim().toLowerCase().max(LIMITS.email),
  password: typedPassword,
});

/** POST /api/users/: exactly one of User or Manager, no manager (decision 2.2). */
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

/** Bad, expired, used, ended by a newer one: the caller does not learn which (decision 2.11). */
export const LINK_INVALID = 'Error: this link is invalid or has expired.';

/** POST /member/activate and POST /api/users/new-password. */
export const activateInput = z.object({
  token: z.string({ error: LINK_INVALID }).max(100, LINK_INVALID),
  password: typedPassword.min(ACTIVATION_SHORTEST, ACTIVATION_TOO_SHORT),
});

/** POST /api/users/take-back-email: the link that the old address was sent. */
export const takeBackEmailInput = activateInput.pick({ token: true });

/** POST /api/users/reset-password: as at login, a wrong email is simply not found. */
export const requestResetInput = loginInput.pick({ email: true });

export const changePasswordInput = z.object({ current: typedPassword, password: filledPassword() });

/** Ends one of one's own sessions. */
export const signOutInput = z.object({ id: rowId });

/** `onus admin create`. */
export const createAdminInput = z.object({ email, username, password: filledPassword() });

function filledPassword() {
  return typedPassword.min(1, 'Password is required');
}

/** What the paths of spec 7 for managers and Admins ask of the ladder before they go on. */
export const demandRoleInput = z.object({ role: z.enum(['Manager', 'Admin']) });
