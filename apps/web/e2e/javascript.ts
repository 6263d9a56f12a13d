import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import budget from './javascript-budget.json' with { type: 'json' };

/** Bytes of JavaScript that a first visit may load, compressed, by where it goes. A KB has 1,000 of them. */
export const BUDGET: Record<string, number> = budget;

/** What a visit with an empty cache loads of it, also what the page asks for once it stands. */
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
