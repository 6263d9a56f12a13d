import { expect, type Page } from '@playwright/test';
import { holdCode } from './faults.ts';
import { ANA, register, test } from './journey.ts';

/** The names of the scripts that a page asks for, without their hashes. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', request => {
    const name = /\/assets\/(.+)-[\w-]{7}\.js$/.exec(request.url())?.[1];
    if (name) scripts.push(name);
  });
  return scripts;
}

/** Where each part of the page stands. */
function boxesOfMain(): string[] {
  return [...document.querySelectorAll('main *')].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.tagName, x, y, width, height].join(' ');
  });
}

/** Counts them in an attribute of the document. */
function countFramesWithoutHeading(): void {
  const { dataset } = document.documentElement;
  dataset.without = '0';
  const look = () => {
    if (!document.querySelector('h1')) dataset.without = String(Number(dataset.without) + 1);
    requestAnimationFrame(look);
  };
  look();
}

test('the landing page is there before the app has started, which then takes its place', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  const release = await holdCode(page, 'start-');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take Responsibility for Yourself.');
  // Of the picture for each theme one is shown, as soon as the styles are there.
  await expect(page.getByRole('img', { name: /^The task dashboard of Onus/ })).toHaveCount(1);
  await expect(page.getByRole('link')).toHaveText(['Login', 'Register']);
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const painted = await page.evaluate(boxesOfMain);
  await page.evaluate(countFramesWithoutHeading);
  release();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.without)).toBe('0');
  expect(await page.evaluate(boxesOfMain)).toEqual(painted);
});

test('its links lead on before the app has started', async ({ openBrowser }) => {
  const page = await openBrowser();
  const release = await holdCode(page, 'start-');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Register' }).click({ noWaitAfter: true });
  await page.waitForURL('**/register', { waitUntil: 'commit' });
  release();
  await expect(page.getByLabel('Confirm password')).toBeVisible();
});

test.describe('where registration is closed', () => {
  test.use({ settings: { REGISTRATION: 'closed' } });

  test('the landing page never shows a way to register', async ({ openBrowser }) => {
    const page = await openBrowser();
    const release = await holdCode(page, 'start-');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('link')).toHaveText(['Login']);
    release();
    await page.getByRole('button', { name: 'Theme: system' }).waitFor();
    await expect(page.getByRole('link')).toHaveText(['Login']);
  });
});

test('a person with a session sees no landing page, and the code of the tasks loads with the start', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const path of ['/', '/dash/tasks']) {
    const again = await page.context().newPage();
    const scripts = watchScripts(again);
    const release = await holdCode(again, 'start-');
    await again.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => scripts).toEqual(expect.arrayContaining(['dash', 'task-page']));
    await expect(again.getByRole('heading')).toHaveCount(0);
    release();
    await expect(again.getByRole('button', { name: 'Account of Ana' })).toBeVisible();
    await again.close();
  }
});

test('the page to register needs no code of the pages behind the login', async ({ openBrowser }) => {
  const page = await openBrowser();
  const scripts = watchScripts(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await expect(page.getByLabel('Confirm password')).toBeVisible();
  expect(scripts).toContain('register');
  for (const name of ['dash', 'task-page']) expect(scripts).not.toContain(name);
});
