export type Theme = 'system' | 'light' | 'dark';

/** Call before the first render, so that the page does not flash white before it turns dark. */
export function applyStoredTheme(): void {
  apply(currentTheme());
}

export function currentTheme(): Theme {
  const stored = readStored();
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setTheme(theme: Theme): void {
  writeStored(theme);
  apply(theme);
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. Also reacts to other tabs. */
export function onThemeChange(listener: () => void): () => void {
  const onStorage = () => {
    applyStoredTheme();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

const KEY = 'onus.theme';
const listeners = new Set<() => void>();

function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** If the browser forbids storage, the theme lasts until a reload. */
function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return document.documentElement.dataset.theme ?? null;
  }
}

function writeStored(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // apply() has set the theme for this page.
  }
}
