import { createAtom } from '@tanstack/react-store';

/** The current announcement for screen readers. */
export const announcement = createAtom('');

/** Waits for a pause, so that a busy list does not announce all the time. */
export function announce(text: string): void {
  waiting.add(text);
  if (speaking) return;
  speaking = true;
  setTimeout(speak, Math.max(0, quietUntil - Date.now()));
}

const waiting = new Set<string>();
let speaking = false;
let quietUntil = 0;

/** Milliseconds between one announcement and the next. */
const PAUSE = 5_000;
/** How long it stays. Screen readers repeat a text only if it was removed in between. */
const STAY = 3_000;

function speak(): void {
  speaking = false;
  quietUntil = Date.now() + PAUSE;
  announcement.set([...waiting].join('. '));
  waiting.clear();
  setTimeout(() => announcement.set(''), STAY);
}
