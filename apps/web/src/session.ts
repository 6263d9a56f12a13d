import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { expiryOf, userOf } from './lib/access-token.ts';
import { fetchAnswer } from './lib/answer.ts';
import { timeZone } from './lib/dates.ts';
import { forgetKept } from './lib/kept-store.ts';
import { setRegistrationOpen } from './lib/registration.ts';
import { createStore } from './lib/store.ts';

/** The access token lives here and nowhere else: in memory (spec 3). */
const token = createStore<string | null>(null);

/** Who is told that a session ended which the user had not ended: the login has expired. */
const expiryListeners = new Set<(message: string) => void>();
/** Who is told that the user's roles are others than before. */
const roleListeners = new Set<() => void>();
/** Who holds what the server said to the user, and lets go of it. */
const dataListeners = new Set<(when: 'now' | 'soon') => void>();
let leaving = false;
let refreshing: Promise<string | null> | null = null;

/** What is asked of a session itself, and before there is one, must not pass the link that refreshes on 403 (decision 2.8). */
const door = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/trpc', headers: requestHeaders, fetch: fetchAnswer })],
});

export function useCurrentUser() {
  return userOf(token.use());
}

/** Who may enter the manager's area: those the server lets ask for it (decision 5.2). */
export function isManager(): boolean {
  const user = userOf(token.get());
  return user.isManager || user.isAdmin;
}

export function isSignedIn(): boolean {
  return token.get() !== null;
}

export function whenLoginExpires(listener: (message: string) => void): void {
  expiryListeners.add(listener);
}

export function whenRolesChange(listener: () => void): void {
  roleListeners.add(listener);
}

/** Where nothing was asked of the server yet, as before a login, there is no one to tell. */
export function whenDataGoes(listener: (when: 'now' | 'soon') => void): void {
  dataListeners.add(listener);
}

export function requestHeaders(): Record<string, string> {
  const current = token.get();
  return { 'x-timezone': timeZone(), ...(current ? { authorization: `Bearer ${current}` } : {}) };
}

export async function login(email: string, password: string): Promise<void> {
  start((await door.auth.login.mutate({ email, password })).accessToken);
}

export interface Registration {
  name: string;
  email: string;
  password: string;
  roles: 'User' | 'Manager';
}

export async function register(registration: Registration): Promise<void> {
  start((await door.auth.register.mutate({ ...registration, manager: '' })).accessToken);
  // This may have been the only account that could be made here. The tab has loaded its page before that.
  void door.auth.registration.query().then(
    ({ isOpen }) => setRegistrationOpen(isOpen),
    () => {},
  );
}

/** Asks for a link to set a new password. @returns what to say of it. */
export async function requestReset(email: string): Promise<string> {
  return (await door.auth.requestReset.mutate({ email })).message;
}

/** Sets the password of the account that a link's token names. @returns what to say of it. */
export async function activate(linkToken: string, password: string): Promise<string> {
  return (await door.auth.activate.mutate({ token: linkToken, password })).message;
}

/** Restores the email that a link was sent to. @returns what to say of it. */
export async function takeBackEmail(linkToken: string): Promise<string> {
  return (await door.auth.takeBackEmail.mutate({ token: linkToken })).message;
}

/** Ends the session. The screens that showed its data leave with the token, and with them the stream. */
export async function logout(): Promise<void> {
  leaving = true;
  try {
    await door.auth.logout.mutate();
  } finally {
    leaving = false;
  }
  persist.clear();
  forgetKept();
  token.set(null);
  forgetData('soon');
}

/**
 * A fresh access token from the refresh cookie, once for all who ask at the same time; null when there is
 * none to be had. A refusal ends the session here too; a server that is away or in trouble does not.
 */
export function refresh(): Promise<string | null> {
  refreshing ??= door.auth.refresh
    .mutate()
    .then(({ accessToken }) => {
      replaceToken(accessToken);
      return accessToken;
    })
    .catch(error => {
      const status = statusOf(error);
      if (status !== 401 && status !== 403) throw error;
      expire(status === 403 ? error.message : '');
      return null;
    })
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** A token that says what has changed about the user; a server that is away is asked another time. */
export async function renew(): Promise<void> {
  await refresh().catch(() => null);
}

/** The server says that this session is over: a refresh learns why, and is refused. Not for one's own logout. */
export function hearOfEnd(): void {
  if (isSignedIn() && !leaving) refresh().catch(() => {});
}

/** A token with some life left, for a socket's handshake. */
export async function freshToken(): Promise<string | null> {
  const current = token.get();
  if (!current || expiryOf(current) - Date.now() > 15_000) return current;
  return refresh().catch(() => current);
}

/** Set after a login, reset when the login screen opens, removed after a logout (spec 4). */
export const persist = {
  isSet: () => localStorage.getItem('persist') === 'true',
  set: () => localStorage.setItem('persist', 'true'),
  reset: () => localStorage.setItem('persist', 'false'),
  clear: () => localStorage.removeItem('persist'),
};

function start(accessToken: string): void {
  forgetData('now');
  token.set(accessToken);
  persist.set();
}

function replaceToken(accessToken: string): void {
  const before = rolesOf(token.get());
  token.set(accessToken);
  if (before && before !== rolesOf(accessToken)) for (const listener of roleListeners) listener();
}

function rolesOf(accessToken: string | null): string {
  return userOf(accessToken).roles.join();
}

function expire(message: string): void {
  const had = token.get() !== null;
  token.set(null);
  if (!had) return;
  forgetData('now');
  for (const listener of expiryListeners) listener(message);
}

function forgetData(when: 'now' | 'soon'): void {
  for (const listener of dataListeners) listener(when);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
}
