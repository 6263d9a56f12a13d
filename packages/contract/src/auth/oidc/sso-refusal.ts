/** Why single sign-on did not sign in, by the code in the address of the login page, with what that page says. */
export const SSO_REFUSALS = {
  unreachable: 'The sign-in provider cannot be reached. Use your password, or try again later.',
  cancelled: 'The sign-in was cancelled.',
  again: 'The sign-in took too long or was begun in another browser. Please try again.',
  failed: 'The sign-in provider sent an answer that cannot be trusted. Please try again.',
  unverified: 'Your email is not verified at the sign-in provider. Verify it there, then try again.',
  closed: 'Registration is closed',
  inactive: 'This account is not active',
  busy: 'Too many attempts. Try again in a minute.',
} as const;
export type SsoRefusal = keyof typeof SSO_REFUSALS;

/** The code of what a refused sign-in said; `failed` for anything else. */
export function refusalOf(sentence: string): SsoRefusal {
  const codes = Object.keys(SSO_REFUSALS) as SsoRefusal[];
  return codes.find(code => SSO_REFUSALS[code] === sentence) ?? 'failed';
}

/** What the login page says of a code in its address; '' for any other text, which could be anybody's. */
export function sentenceOfRefusal(code: string): string {
  return Object.hasOwn(SSO_REFUSALS, code) ? SSO_REFUSALS[code as SsoRefusal] : '';
}
