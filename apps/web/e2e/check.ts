import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const PHONE = { width: 390, height: 844 };

/** `check` on a desktop and on a phone, each in light and in dark colors. The page keeps its state in between. */
export async function checkLooks(page: Page): Promise<void> {
  const before = page.viewportSize();
  if (!before) throw new Error('The page has no fixed size');
  for (const size of [before, PHONE]) {
    await page.setViewportSize(size);
    await check(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(animationsEnd);
    // In dark colors nothing but the colors can be wrong.
    await findProblems(page, { runOnly: COLOR_RULES });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(before);
}

/** Fails if axe finds a problem, with one line for each, or if the page scrolls sideways. */
export async function check(page: Page): Promise<void> {
  await page.evaluate(animationsEnd);
  await findProblems(page, {});
  await checkWidth(page);
}

/** The page gets the code of axe once: it takes longer to load there than to run. */
async function findProblems(page: Page, which: RunOptions): Promise<void> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axe.source);
  const violations = await page.evaluate(violationsIn, which);
  const findings = violations.flatMap(({ id, nodes }) => nodes.map(node => `${page.url()} ${id}: ${node}`));
  expect(findings).toEqual([]);
}

/** Runs in the page. Describing what passes as well takes twice as long. */
async function violationsIn(which: RunOptions): Promise<{ id: string; nodes: string[] }[]> {
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(document, { ...which, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(node => node.html) }));
}

/** Runs in the page. What opens is smaller and less visible until its animation ends. The clock of a toast takes longer. */
export async function animationsEnd(): Promise<void> {
  const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) <= 1_000;
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(isShort)
      .map(one => one.finished),
  );
}

export async function checkWidth(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
