const KEY = 'onus.shared-computer';

/** Whether the person said at login that other people use this browser. Nothing of theirs is stored then. */
export function isSharedComputer(): boolean {
  return localStorage.getItem(KEY) === 'true';
}

export function setSharedComputer(is: boolean): void {
  if (is) localStorage.setItem(KEY, 'true');
  else localStorage.removeItem(KEY);
}
