export type Theme = 'system' | 'light' | 'dark';

/** Call before the first render: the page must not turn from white to dark before the reader's eyes. */
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

/** For useSyncExternalStore; hears other tabs too. */
export function onThemeChange(listener: () => void): () => void {
  const onStorage = () => {
    applyStoredTheme();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

const KEY = 'onus.theme';
const listeners = new Set<() => void>();

function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** A browser may forbid storage; the theme then lasts as long as the page. */
function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return document.documentElement.dataset.theme ?? null;
  }
}

function writeStored(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Nothing to do: apply() has the last word for this page.
  }
}
