import type { Page } from '@playwright/test';
import { readCopy } from '../../../../lib/server/database-copy.ts';

/** A list and a thread, in an order and a form that can be compared. */
export interface Shown {
  /** Each with its name, its count, and whether it is ticked off. */
  items: string[];
  texts: string[];
}

/** How many messages are compared: fewer than the first page of a thread. */
export const NEWEST = 40;

/** When a page last got its connection back, and when it last showed something else. Unix milliseconds. */
interface Seen {
  liveAt: number;
  changedAt: number;
}

type Watched = typeof window & { seen?: Seen; items(): string[]; texts(): string[] };

/**
 * Runs in a page before the app, and notes both at the moment they happen: a look from outside comes late, and takes
 * time from the browser. Only what is compared counts: a row that is ticked off moves to the others 0.6 s later.
 * @param newest how many messages are compared.
 */
export function watchScreen(newest: number): void {
  const seen = { liveAt: 0, changedAt: 0 };
  let [wasLive, shown] = [false, ''];

  function items(): string[] {
    const rows = [...document.querySelectorAll('article')].map(row => {
      const name = row.querySelector('h2, h3')?.textContent;
      const count = row.querySelector('[role="group"] span')?.textContent;
      return `${name} ${count} ${row.querySelector('[aria-pressed]')?.getAttribute('aria-pressed')}`;
    });
    return rows.sort();
  }

  function texts(): string[] {
    const messages = [...document.querySelectorAll('[role="log"] p[dir]')];
    return messages.slice(-newest).map(message => message.textContent ?? '');
  }

  const compared = 'article, [role="log"]';
  const within = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(compared);
  const contains = (node: Node) =>
    node instanceof Element && (node.matches(compared) || node.querySelector(compared));

  new MutationObserver(records => {
    const isLive = document.querySelector('[title="Live"]') !== null;
    if (isLive && !wasLive) seen.liveAt = Date.now();
    wasLive = isLive;
    const isCompared = records.some(
      ({ target, addedNodes, removedNodes }) =>
        within(target) || [...addedNodes, ...removedNodes].some(contains),
    );
    if (!isCompared) return;
    const shows = [...items(), ...texts()].join();
    if (shows !== shown) seen.changedAt = Date.now();
    shown = shows;
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-pressed', 'title'],
  });
  Object.assign(window, { seen, items, texts });
}

/** What `watchScreen` has noted. @throws if it noted no connection: without a beginning every time would be 0. */
export async function seenOn(page: Page): Promise<Seen> {
  const seen = await page.evaluate(() => (window as Watched).seen);
  if (!seen?.liveAt) throw new Error(`${page.url()} was not watched, or never connected`);
  return seen;
}

export function itemsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as Watched).items());
}

export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as Watched).texts());
}

/** What every screen must show. @param file the database of the server. */
export function shownBy(file: string): Promise<Shown> {
  return readCopy(file, rows => ({
    items: rows('select name, count, purchased from grocery_item')
      .map(({ name, count, purchased }) => `${name} ${count} ${purchased === 1}`)
      .sort(),
    texts: rows('select text from message order by sequence')
      .map(({ text }) => String(text))
      .slice(-NEWEST),
  }));
}
