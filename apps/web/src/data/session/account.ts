import { authClient, start } from './session.ts';
import { askWaysIn } from './use-ways-in.ts';

// Apart from the session: the login page does not load this.

export interface Registration {
  name: string;
  email: string;
  password: string;
  roles: 'User' | 'Manager';
}

export async function register(registration: Registration): Promise<void> {
  start((await authClient.auth.register.mutate({ ...registration, manager: '' })).accessToken);
  // This may have been the only account that could be created here. The tab loaded its page before that.
  askWaysIn();
}

/** What the person is asked before the provider signs them in; null for nothing. */
export function linkOffer() {
  return authClient.oidc.offer.query();
}

/** Gives what was asked, and signs in. */
export async function answerOffer(answer: { password: string; code: string }): Promise<void> {
  start((await authClient.oidc.link.mutate(answer)).accessToken);
}

/** Takes over the session that the provider's answer has begun in this browser. */
export async function takeOverSession(): Promise<void> {
  start((await authClient.auth.refresh.mutate()).accessToken);
}

/** Asks for a link to set a new password. @returns what to say about it. */
export async function requestReset(email: string): Promise<string> {
  return (await authClient.auth.requestReset.mutate({ email })).message;
}

/** Whose account a link is for. */
export function lookAtLink(linkToken: string) {
  return authClient.auth.lookAtLink.query({ token: linkToken });
}

/**
 * Sets the password of the account that a link's token names. @returns what to say about it; null where it was the first
 * one and the person is signed in.
 */
export async function activate(linkToken: string, password: string): Promise<string | null> {
  const { message, accessToken } = await authClient.auth.activate.mutate({ token: linkToken, password });
  if (!accessToken) return message;
  start(accessToken);
  return null;
}

/** Who invites with a link, and as what. */
export function lookAtInvitation(linkToken: string) {
  return authClient.invite.look.query({ token: linkToken });
}

/** Makes the account of an invited person, and signs them in. */
export async function joinHousehold(
  linkToken: string,
  person: Pick<Registration, 'name' | 'email' | 'password'>,
): Promise<void> {
  start((await authClient.invite.redeem.mutate({ token: linkToken, ...person })).accessToken);
}

/** Restores the email that a link was sent to. @returns what to say about it. */
export async function takeBackEmail(linkToken: string): Promise<string> {
  return (await authClient.auth.takeBackEmail.mutate({ token: linkToken })).message;
}
