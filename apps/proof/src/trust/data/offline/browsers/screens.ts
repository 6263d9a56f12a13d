import type { Page } from '@playwright/test';
import { readCopy } from '../../../../lib/server/database-copy.ts';

/** A list and a thread, in an order and a form that can be compared. */
export interface Shown {
  /** Each with its name, its count, and whether it is ticked off. */
  items: string[];
  texts: string[];
}

/** How many messages are compared: fewer than the first page of a thread. */
const NEWEST = 40;

/** When a page last got its connection back, and when it last showed something else. Unix milliseconds. */
export interface Seen {
  liveAt: number;
  changedAt: number;
}

/**
 * Runs in a page before the app, and notes both at the moment they happen: a look from outside comes late, and takes
 * time from the browser.
 */
export function watchScreen(): void {
  const seen = { liveAt: 0, changedAt: 0 };
  let wasLive = false;
  const shows = (node: Node | null) =>
    (node instanceof Element ? node : node?.parentElement)?.closest('article, [role="log"]');
  new MutationObserver(records => {
    const isLive = document.querySelector('[title="Live"]') !== null;
    if (isLive && !wasLive) seen.liveAt = Date.now();
    wasLive = isLive;
    const hasChanged = records.some(({ target, addedNodes, removedNodes }) =>
      [target, ...addedNodes, ...removedNodes].some(shows),
    );
    if (hasChanged) seen.changedAt = Date.now();
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-pressed', 'title'],
  });
  Object.assign(window, { seen });
}

/** What `watchScreen` has noted. @throws if it noted no connection: without a beginning every time would be 0. */
export async function seenOn(page: Page): Promise<Seen> {
  const seen = await page.evaluate(() => (window as Window & { seen?: Seen }).seen);
  if (!seen?.liveAt) throw new Error(`${page.url()} was not watched, or never connected`);
  return seen;
}

export async function itemsOn(page: Page): Promise<string[]> {
  const items = await page.evaluate(() =>
    [...document.querySelectorAll('article')].map(row => {
      const name = row.querySelector('h2, h3')?.textContent;
      const count = row.querySelector('[role="group"] span')?.textContent;
      return `${name} ${count} ${row.querySelector('[aria-pressed]')?.getAttribute('aria-pressed')}`;
    }),
  );
  return items.sort();
}

export async function textsOn(page: Page): Promise<string[]> {
  const texts = await page.locator('[role="log"] p[dir]').allTextContents();
  return texts.slice(-NEWEST);
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
