import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Fails if axe finds a problem, with one line for each, or if the page scrolls sideways. */
export async function check(page: Page): Promise<void> {
  await page.evaluate(animationsEnd);
  const axe = new AxeBuilder({ page });
  // Every page is also checked in light colors: in dark ones nothing but the colors can be wrong.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const { violations } = await (isDark ? axe.withRules(COLOR_RULES) : axe).analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${page.url()} ${id}: ${node.html}`),
  );
  expect(findings).toEqual([]);
  await checkWidth(page);
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
