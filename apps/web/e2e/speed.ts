import { parseArgs } from 'node:util';
import { chromiumPath } from '@onus/proof/chromium';
import { chromium, type Page } from '@playwright/test';
import { measureFirstVisit } from './first-visit.ts';
import { type Install, removeInstall, startInstall } from './install.ts';
import { measureInstant } from './instant.ts';
import { javascriptOf } from './javascript.ts';
import { ANA, register } from './journey.ts';
import { feelOf } from './long-list.ts';
import { writeTasks } from './many-tasks.ts';

/** Measures the web app for `pnpm bench` in a real browser and prints one line of JSON. */
const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '4' },
    queued: { type: 'string', default: '300' },
  },
});
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
const install = await startInstall();
const ana = await openPage(install);
await register(ana, ANA);
const signedIn = await stateOf(ana);
const javascript = {
  login: await javascriptOf(await openPage(install), '/login'),
  tasks: await javascriptOf(await openPage(install, signedIn), '/dash/tasks'),
};
writeTasks(install, {
  count: Number(values.tasks),
  title: number => `Chore ${number}`,
  daysAgo: number => 2 + (number % 300),
  completed: false,
});
await ana.goto('/dash/tasks?tab=overdue', { waitUntil: 'networkidle' });
const feel = await feelOf(ana, Number(values.seconds));
// Without their server these pages would go on trying to reach it, beside everything that is measured from here on.
await Promise.all(browser.contexts().map(context => context.close()));
await removeInstall(install);
const firstVisit = await measureFirstVisit(open);
const instant = await measureInstant(open, Number(values.queued));
await browser.close();
process.stdout.write(`${JSON.stringify({ javascript, ...feel, firstVisit, ...instant })}\n`);

async function openPage({ url }: Install, storageState?: Awaited<ReturnType<typeof stateOf>>): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...(storageState ? { storageState } : {}) });
  return context.newPage();
}

function stateOf(page: Page) {
  return page.context().storageState();
}

function open(baseURL: string, options?: Parameters<typeof browser.newContext>[0]) {
  return browser.newContext({ baseURL, ...options });
}
