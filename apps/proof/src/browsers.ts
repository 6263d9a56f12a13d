import { type Browser, chromium } from '@playwright/test';
import { chromiumPath } from './chromium.ts';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];

/** A real browser, closed whatever happened. */
export async function inBrowser<T>(show: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ARGS });
  try {
    return await show(browser);
  } finally {
    await browser.close();
  }
}
