import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import budget from './javascript-budget.json' with { type: 'json' };

/** The most compressed JavaScript that a first visit may load, in bytes by path. 1 KB = 1,000 bytes. */
export const BUDGET: Record<string, number> = budget;

/** Bytes that a visit with an empty cache loads, including what the page requests later. */
export async function javascriptOf(page: Page, path: string): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', response => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const scripts = await Promise.all(bodies);
  if (scripts.length === 0) throw new Error(`${path} loads no script`);
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
}
