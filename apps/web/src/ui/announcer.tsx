import { createStore } from '../lib/store.ts';

/** Says to those who listen what those who look can see, when nothing else on the page says it. */
export function Announcer() {
  return (
    <p role="status" aria-live="polite" data-announcer className="sr-only">
      {said.use()}
    </p>
  );
}

/** Waits for a pause: a list that others are busy with must not talk all the time. */
export function announce(text: string): void {
  waiting.add(text);
  if (speaking) return;
  speaking = true;
  setTimeout(speak, Math.max(0, quietUntil - Date.now()));
}

const said = createStore('');
const waiting = new Set<string>();
let speaking = false;
let quietUntil = 0;

/** Milliseconds between one announcement and the next. */
const PAUSE = 5_000;
/** How long it stays: the same words are heard again only when they have been away. */
const STAY = 3_000;

function speak(): void {
  speaking = false;
  quietUntil = Date.now() + PAUSE;
  said.set([...waiting].join('. '));
  waiting.clear();
  setTimeout(() => said.set(''), STAY);
}
