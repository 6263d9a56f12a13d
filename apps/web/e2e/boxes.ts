import type { Locator, Page } from '@playwright/test';

/** Where a part of the page is, in CSS pixels of the window. */
export async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** The row of the task or item with this name. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
}
