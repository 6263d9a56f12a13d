/*
 * The spec's rules for passwords, without zod, because the browser needs only these.
 */

/** Password of a new member, literally as the spec writes it (rule 15, rule 2.10). */
export const MEMBER_PASSWORD = /^[A-z0-9!@#$%]{4,12}$/;
/** The maximum. No setting may require more. */
export const MEMBER_PASSWORD_LONGEST = 12;
export const MEMBER_PASSWORD_RULE =
  'Password must have 4 to 12 characters: letters, digits and the symbols ! @ # $ %';

/** To a person who must have a second factor and has passkeys alone. */
export const PASSKEY_NEEDED = 'Sign in with your passkey';

/** The minimum of an activation (rule 15). */
export const ACTIVATION_SHORTEST = 5;

/** The exact message of the activation screen and the server (rule 15). */
export const ACTIVATION_TOO_SHORT = 'Your passwords is less than 5 characters. Try again.';
