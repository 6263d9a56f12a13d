/*
 * The spec's rules of a password, without the library that checks input: the browser needs these alone.
 */

/** Password of a new member, literally as the spec writes it (spec 5, decision 2.10). */
export const MEMBER_PASSWORD = /^[A-z0-9!@#$%]{4,12}$/;
/** The most it takes: no setting may ask for more. */
export const MEMBER_PASSWORD_LONGEST = 12;
export const MEMBER_PASSWORD_RULE =
  'Password must have 4 to 12 characters: letters, digits and the symbols ! @ # $ %';

/** The least an activation takes (spec 5). */
export const ACTIVATION_SHORTEST = 5;

/** Said by the activation screen and by the server, word for word (spec 5). */
export const ACTIVATION_TOO_SHORT = 'Your passwords is less than 5 characters. Try again.';
