import { useEffect, useRef } from 'react';
import { createStore } from '../lib/store.ts';

/** What a key does, or two keys in a row: `n`, `?`, `g t`. */
type Bindings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** People who dictate or use switches can turn single keys off (WCAG 2.1.4); remembered in this browser. */
export const shortcutsOn = rememberedSwitch('onus.shortcuts');

/** Keys that act anywhere on the page, as long as this component is there. Never while the user types. */
export function useShortcuts(bindings: Bindings): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => {
    const current = () => latest.current;
    sources.add(current);
    if (sources.size === 1) addEventListener('keydown', onKeyDown);
    return () => {
      sources.delete(current);
      if (sources.size === 0) removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

const sources = new Set<() => Bindings>();

/** The first key of two, for as long as the second may still come. */
let first = '';
let forgetting: ReturnType<typeof setTimeout> | undefined;
const PATIENCE_MS = 1_000;

function onKeyDown(event: KeyboardEvent): void {
  if (!isMeant(event)) return;
  const keys = first ? `${first} ${event.key}` : event.key;
  forget();
  const bindings = Object.assign({}, ...[...sources].map(source => source())) as Bindings;
  const action = bindings[keys];
  if (action) {
    event.preventDefault();
    action(event);
  } else if (Object.keys(bindings).some(known => known.startsWith(`${keys} `))) {
    first = event.key;
    forgetting = setTimeout(forget, PATIENCE_MS);
  }
}

function forget(): void {
  first = '';
  clearTimeout(forgetting);
}

/** Not while typing or choosing, not with a modifier, and not behind a dialog. */
function isMeant(event: KeyboardEvent): boolean {
  if (!shortcutsOn.get() || event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector(IN_FRONT)) return false;
  return !(event.target instanceof Element && event.target.closest(TYPED_INTO));
}

/** The last of them is a dialog that is on its way. */
const IN_FRONT = '[role="dialog"][data-state="open"], [role="menu"][data-state="open"], [data-awaited]';

const TYPED_INTO = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="listbox"]';

/** A browser may forbid storage: the switch then lasts as long as the page. */
function rememberedSwitch(key: string) {
  const store = createStore(true);
  try {
    store.set(localStorage.getItem(key) !== 'off');
  } catch {}
  function set(on: boolean): void {
    store.set(on);
    try {
      if (on) localStorage.removeItem(key);
      else localStorage.setItem(key, 'off');
    } catch {}
  }
  return { ...store, set };
}
