const KEY = 'onus.onboarded ';

/** Whether this browser knows that a person needs no first steps any more. */
export function isOnboarded(user: string): boolean {
  try {
    return localStorage.getItem(KEY + user) !== null;
  } catch {
    return false;
  }
}

/** If the browser forbids storage, the next page asks the server again. */
export function setOnboarded(user: string): void {
  try {
    localStorage.setItem(KEY + user, 'true');
  } catch {}
}
