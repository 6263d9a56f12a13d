import { z } from 'zod';
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

function filledPassword() {
  return typedPassword.min(1, 'Password is required');
}
