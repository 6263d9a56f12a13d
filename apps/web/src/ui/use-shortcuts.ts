import { createAtom } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';

/** Actions by key, key pair or combination with Ctrl (Cmd on a Mac): `n`, `?`, `g t`, `mod+z`. */
type Bindings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Users of dictation or switches can turn single keys off (WCAG 2.1.4). Stored in this browser, or until a reload. */
export const shortcutsOn = createAtom(true);
const KEY = 'onus.shortcuts';
try {
  shortcutsOn.set(localStorage.getItem(KEY) !== 'off');
} catch {}
shortcutsOn.subscribe(on => {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {}
});

/** Shortcuts for the whole page while this component is mounted, except while the user types. */
export function useShortcuts(bindings: Bindings): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => {
    const current = () => latest.current;
    sources.add(current);
    return () => void sources.delete(current);
  }, []);
}

const sources = new Set<() => Bindings>();

addEventListener('keydown', onKeyDown);
addEventListener('pointerdown', endTyping);

/** The first key of a pair, while the second may follow. */
let first = '';
let forgetting: ReturnType<typeof setTimeout> | undefined;
const PATIENCE_MS = 1_000;

/** The last key in a field. Who has pressed Escape, or something with the pointer, is not typing any more. */
let typed: { in: Element; at: number; key: string } | undefined;

function endTyping(): void {
  typed = undefined;
}

function onKeyDown(event: KeyboardEvent): void {
  const field = event.target instanceof Element && event.target.closest(TYPED_INTO);
  if (field && !isForCombination(event))
    typed = event.key === 'Escape' ? undefined : { in: field, at: event.timeStamp, key: event.key };
  if (!isMeant(event)) return;
  const key = event.ctrlKey || event.metaKey ? `mod+${event.key}` : event.key;
  const keys = first ? `${first} ${key}` : key;
  forget();
  const bindings = Object.assign({}, ...[...sources].map(source => source())) as Bindings;
  const action = bindings[keys];
  if (action) {
    event.preventDefault();
    action(event);
  } else if (Object.keys(bindings).some(known => known.startsWith(`${keys} `))) {
    first = key;
    forgetting = setTimeout(forget, PATIENCE_MS);
  }
}

function forget(): void {
  first = '';
  clearTimeout(forgetting);
}

/**
 * Not with Alt, not behind a dialog, and not while typing or choosing: there only `mod+k`, which writes nothing, and `mod+z`
 * after Enter.
 */
function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const isCombination = event.ctrlKey || event.metaKey;
  const isForField = event.target instanceof Element && event.target.closest(TYPED_INTO);
  const isForAll = isCombination && (event.key === 'k' || (event.key === 'z' && isSubmitted(event)));
  if (isForField && !isForAll) return false;
  if (!isCombination && (!shortcutsOn.get() || isRunOn(event))) return false;
  // Last, because it searches the whole page, which takes 2 ms of each key on a slow phone.
  return !document.querySelector(IN_FRONT);
}

function isForCombination({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || key === 'Control' || key === 'Meta';
}

/** A line that Enter has emptied: there is nothing to undo in it but what it did. */
function isSubmitted({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLInputElement && target.value === '' && typed?.in === target && typed.key === 'Enter'
  );
}

/** Typed on after a form has closed: for a second a letter is no shortcut. */
function isRunOn({ timeStamp }: KeyboardEvent): boolean {
  if (!typed || timeStamp - typed.at > PATIENCE_MS) return false;
  return !typed.in.isConnected || typed.in.closest('[data-state="closed"]') !== null;
}

/** The last selector is a loading dialog. */
const IN_FRONT = '[role="dialog"][data-state="open"], [role="menu"][data-state="open"], [data-awaited]';

const TYPED_INTO = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="listbox"]';
