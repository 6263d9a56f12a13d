/** Milliseconds that a loaded menu has to take the focus. */
const MOUNTING = 500;

/** The keys that were pressed since a key asked for a menu; null if no menu is awaited. */
let ahead: string[] | null = null;

/**
 * Collects the keys that follow, for people who know the menu by heart. Escape or a press of the pointer ends it.
 * @param loading the code of the menu.
 */
export function collectKeys(loading: Promise<unknown>): void {
  const mine: string[] = [];
  ahead = mine;
  addEventListener('keydown', onKey, true);
  addEventListener('pointerdown', forgetKeys, true);
  const end = () => ahead === mine && forgetKeys();
  // What asked for the menu may be gone.
  loading.then(() => setTimeout(end, MOUNTING), end);
}

/** Whether the person still waits for the menu. */
export function isAwaited(): boolean {
  return ahead !== null;
}

/** Presses them in the menu, which has the focus now. */
export function passKeys(): void {
  const key = ahead?.shift();
  const focused = document.activeElement;
  if (key === undefined || !focused) {
    forgetKeys();
    return;
  }
  focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  // A menu moves its focus in the next turn.
  setTimeout(passKeys);
}

function forgetKeys(): void {
  ahead = null;
  removeEventListener('keydown', onKey, true);
  removeEventListener('pointerdown', forgetKeys, true);
}

function onKey(event: KeyboardEvent): void {
  // Those that are passed on are not trusted.
  if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    // A menu that is there closes by it.
    forgetKeys();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  ahead?.push(event.key);
}
