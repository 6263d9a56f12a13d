import { expect } from '@playwright/test';
import { BUDGET, javascriptOf } from './javascript.ts';
import { ANA, register, test } from './journey.ts';

test('a first visit loads no more JavaScript than its budget', async ({ openBrowser }) => {
  const ana = await openBrowser();
  await register(ana, ANA);
  const storageState = await ana.context().storageState();
  const seen: Record<string, number> = {
    '/login': await javascriptOf(await openBrowser(), '/login'),
    '/dash/tasks': await javascriptOf(await openBrowser({ storageState }), '/dash/tasks'),
  };
  expect(Object.keys(seen)).toEqual(Object.keys(BUDGET));
  for (const [path, most] of Object.entries(BUDGET)) expect(seen[path], path).toBeLessThanOrEqual(most);
});
