import { type Browser, chromium } from '@playwright/test';
import { chromiumPath } from '../../lib/chromium.ts';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];

/** Runs a function in a real browser and always closes the browser. */
export async function inBrowser<T>(show: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ARGS });
  try {
    return await show(browser);
  } finally {
    await browser.close();
  }
}
