import { createAtom, useSelector } from '@tanstack/react-store';
import { forgetStored } from '../../lib/stored-atom.ts';
import { dataOf, noteHeaders, PATIENCE } from '../fetch.ts';
import { noteEnd } from '../storage/left.ts';
import { setSharedComputer } from '../storage/shared-computer.ts';
import { forgetWho, rememberWho, whoWas } from '../storage/who.ts';
import { type CurrentUser, userOf } from './access-token.ts';
import { createAuthClient } from './auth-client.ts';

/** The access token lives here and nowhere else: in memory (rule 13). */
const token = createAtom<string | null>(null);

/** The person who was signed in when this browser was closed, until the server responds. */
const recalled = createAtom<CurrentUser | null>(null);

/** As the newest token describes them, and until there is one as this browser remembers them. */
const user = createAtom(() => (token.get() === null && recalled.get()) || userOf(token.get()));

/** Called when a session ended that the user did not end. */
const expiryListeners = new Set<(message: string) => void>();
/** Called when a session ends, for whatever reason. */
const endListeners = new Set<(user: string, message: string) => void>();
/** Called when the user's roles have changed. */
const roleListeners = new Set<() => void>();
/** Called when the user's data must be cleared. */
const dataListeners = new Set<(when: 'now' | 'soon') => void>();
type Ending = { mutate(): Promise<unknown> };
let isLoggingOut = false;
/** Whether the page has begun a request for a token (web-app.ts) that the app has not taken yet. */
let hasBegun = document.querySelector('link[as=fetch]') !== null;
let refreshing: Promise<string | null> | null = null;

/** For the calls of `auth`. They must not pass the link that refreshes on 403 (rule 2.8). */
export const authClient = createAuthClient(currentToken);

/** The access token of now, which may have expired. Calls of the app take it from fresh-token.ts. */
export function currentToken(): string | null {
  return token.get();
}

export function useCurrentUser(): CurrentUser {
  return useSelector(user);
}

/** Whether the user may open the manager's area (rule 5.2). The server checks each request. */
export function isManager(): boolean {
  const one = user.get();
  return one.isManager || one.isAdmin;
}

/** The same, after asking the server if the user was recalled: they may have become a manager since. */
export async function mayManage(): Promise<boolean> {
  if (!isManager() && token.get() === null && isSignedIn()) await renew();
  return isManager();
}

export function isSignedIn(): boolean {
  return user.get().id !== '';
}

/**
 * Whether someone is signed in, without a login: the session is known or remembered, or the server refreshes it.
 * @throws if only the server knows, and it cannot be reached.
 */
export async function hasSession(): Promise<boolean> {
  return isSignedIn() || recall() || (persist.isSet() && (await refresh()) !== null);
}

/** Opens the app for the person who was signed in here last, and refreshes their token in the background. */
function recall(): boolean {
  recalled.set(persist.isSet() ? whoWas() : null);
  if (isSignedIn()) void renew();
  return isSignedIn();
}

/** Empty when no one is signed in. */
export function currentUserId(): string {
  return user.get().id;
}

export function whenLoginExpires(listener: (message: string) => void): void {
  expiryListeners.add(listener);
}

export function whenSessionEnds(listener: (user: string, message: string) => void): void {
  endListeners.add(listener);
}

export function whenRolesChange(listener: () => void): void {
  roleListeners.add(listener);
}

export function whenDataGoes(listener: (when: 'now' | 'soon') => void): void {
  dataListeners.add(listener);
}

/** After a login. @param isShared whether other people use this browser: then nothing of this person is stored. */
export function begin(accessToken: string, isShared: boolean): void {
  forgetData('now');
  setSharedComputer(isShared);
  start(accessToken);
}

/** Ends the session, as `end` says. Without a token the pages of the dash area close, and with them the socket. */
export async function logout(end: Ending = authClient.auth.logout): Promise<void> {
  isLoggingOut = true;
  try {
    await end.mutate();
  } finally {
    isLoggingOut = false;
  }
  persist.clear();
  forgetStored();
  leave('');
  forgetData('soon');
}

/**
 * A fresh access token from the refresh cookie; calls at the same time share one request. Null when the server refuses:
 * the session has ended. @throws when the server cannot be reached or fails.
 */
export function refresh(): Promise<string | null> {
  const id = currentUserId();
  refreshing ??= askRefresh()
    .then(({ accessToken }) => {
      // They have signed out since, or someone else has signed in.
      if (currentUserId() !== id) return currentToken();
      if (id && userOf(accessToken).id !== id) return startOver();
      replaceToken(accessToken);
      return accessToken;
    })
    .catch(error => {
      const status = dataOf(error)?.httpStatus;
      if (status !== 401 && status !== 403) throw error;
      if (currentUserId() === id) endSession(status === 403 ? error.message : '');
      return null;
    })
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** Someone else signed in in another tab, and the cookie is theirs. What this page holds is not. */
function startOver(): null {
  forgetWho();
  location.reload();
  return null;
}

/** The first request may have begun with the page of the server. If it fails, it is made again as the others are. */
async function askRefresh(): Promise<{ accessToken: string }> {
  const begun = hasBegun && fetch('/auth/refresh', { signal: AbortSignal.timeout(PATIENCE) });
  hasBegun = false;
  const answer = begun ? await begun.then(readBegun).catch(() => null) : null;
  return answer?.accessToken ? answer : authClient.auth.refresh.mutate();
}

function readBegun(response: Response): Promise<{ accessToken: string }> {
  noteHeaders(response);
  return response.json();
}

/** Gets a token with the user's current roles. Does nothing if the server cannot be reached. */
export async function renew(): Promise<void> {
  await refresh().catch(() => null);
}

/** Gets a token with the user's current roles if the server has named others. */
export async function renewUnless(roles: readonly string[] | undefined): Promise<void> {
  if (roles && isSignedIn() && roles.join() !== user.get().roles.join()) await renew();
}

/** Called when the server closed the socket because the session ended. The refused refresh gives the reason. */
export function checkSession(): void {
  if (isSignedIn() && !isLoggingOut) refresh().catch(() => {});
}

/** Set after a login, reset when the login screen opens, removed after a logout (rule 14). */
export const persist = {
  isSet: () => localStorage.getItem('persist') === 'true',
  set: () => localStorage.setItem('persist', 'true'),
  reset: () => localStorage.setItem('persist', 'false'),
  clear: () => localStorage.removeItem('persist'),
};

/** Signs a person in: the data of the person before is gone first. */
export function start(accessToken: string): void {
  hasBegun = false;
  forgetData('now');
  enter(accessToken);
  persist.set();
}

function enter(accessToken: string): void {
  token.set(accessToken);
  rememberWho(userOf(accessToken));
}

function leave(message: string): void {
  const id = currentUserId();
  noteEnd(id);
  forgetWho();
  recalled.set(null);
  token.set(null);
  if (id) for (const listener of endListeners) listener(id, message);
}

function replaceToken(accessToken: string): void {
  const before = user.get().roles.join();
  enter(accessToken);
  if (before && before !== userOf(accessToken).roles.join()) for (const listener of roleListeners) listener();
}

/** Ends the session in this tab: without a network request, as the server has ended it. @param message '' for none. */
export function endSession(message: string): void {
  const id = currentUserId();
  leave(message);
  if (!id) return;
  forgetData('now');
  for (const listener of expiryListeners) listener(message);
}

function forgetData(when: 'now' | 'soon'): void {
  for (const listener of dataListeners) listener(when);
}
