import { expect, type Locator, type Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

/** A finger on the screen. */
export interface Finger {
  moveBy: (x: number, y?: number) => Promise<void>;
  lift: () => Promise<void>;
}

/** Milliseconds. */
const REST = 300;

/** Puts a finger on an element. Playwright itself can only tap. */
export async function touch(page: Page, target: Locator): Promise<Finger> {
  const box = await target.boundingBox();
  if (!box) throw new Error('not on the screen');
  const session = await page.context().newCDPSession(page);
  let point: Point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [point]);
  return {
    /** In steps, as a screen reports them. */
    async moveBy(x, y = 0) {
      const from = point;
      for (let step = 1; step <= 6; step += 1) {
        point = { x: from.x + (x * step) / 6, y: from.y + (y * step) / 6 };
        await send('touchMove', [point]);
      }
    },
    /** After a rest, because Chromium takes a tap soon after a fast finger for one that stops its momentum. */
    async lift() {
      await page.waitForTimeout(REST);
      await send('touchEnd', []);
      await session.detach();
    },
  };
}

/** A finger rests on an element until that selects it. */
export async function hold(page: Page, target: Locator, selected: Locator): Promise<void> {
  const finger = await touch(page, target);
  await expect(selected).toBeVisible();
  await finger.lift();
}
