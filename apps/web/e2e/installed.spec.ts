import { expect } from '@playwright/test';
import { ANA, register, submitLogin, test } from './journey.ts';

test('Chromium can install the app, from every page', async ({ openBrowser }) => {
  const page = await openBrowser();
  const devtools = await page.context().newCDPSession(page);
  for (const path of ['/', '/login', '/register', '/forgot']) {
    await page.goto(path);
    const { url, errors, data = '' } = await devtools.send('Page.getAppManifest');
    expect(new URL(url).pathname, path).toBe('/manifest.webmanifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A full Chromium says that pages of a test are incognito.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect(JSON.parse(data)).toMatchObject({
      name: 'Onus',
      start_url: '/dash/tasks',
      scope: '/',
      display: 'standalone',
    });
  }
});

test('the icons are as large as the manifest says', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await page.goto('/login');
  const answer = await page.request.get(`${install.url}/manifest.webmanifest`);
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const { icons } = await answer.json();
  expect(icons.map(({ purpose, sizes }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
  ]);
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async source => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

test('the shortcuts open what they are named after', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const { shortcuts } = await (await page.request.get(`${install.url}/manifest.webmanifest`)).json();
  const urls = Object.fromEntries(shortcuts.map(({ name, url }: Record<string, string>) => [name, url]));
  expect(Object.keys(urls)).toEqual(['Add Task', 'Groceries']);
  await page.goto(urls.Groceries);
  await expect(page.getByRole('heading', { name: 'Groceries' })).toBeVisible();
  await page.goto(urls['Add Task']);
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  // Once, and not again when the page is loaded again.
  await expect(page).toHaveURL('/dash/tasks');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Quick add')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a shared text lands in the quick line, once', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const answer = await page.request.get(`${install.url}/manifest.webmanifest`);
  const { action, method, params } = (await answer.json()).share_target;
  expect(method).toBe('GET');
  const share = (given: Record<string, string>) => {
    const query = Object.entries(given).map(([key, value]) => [params[key], value]);
    return page.goto(`${action}?${new URLSearchParams(query)}`);
  };
  const line = page.getByLabel('Quick add');
  await share({ text: 'Oat milk\n  tomorrow' });
  await expect(line).toHaveValue('Oat milk tomorrow');
  await expect(page).toHaveURL('/dash/tasks');
  await page.reload();
  await expect(line).toHaveValue('Oat milk tomorrow');
  // Behind what was typed, and a text of digits is one too.
  await share({ text: '5' });
  await expect(line).toHaveValue('Oat milk tomorrow 5');
  await page.goto('/dash/tasks');
  await line.press('Escape');
  const url = 'https://example.com/cake';
  await share({ title: 'Cake', text: url, url });
  await expect(line).toHaveValue(`Cake ${url}`);
});

test('a text that is shared before the login is there after it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.context().clearCookies();
  await page.goto('/dash/tasks?text=Oat+milk');
  await submitLogin(page, ANA);
  await expect(page.getByLabel('Quick add')).toHaveValue('Oat milk');
});

test('the name menu installs the app where the browser offers it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const menu = page.getByRole('button', { name: 'Account of Ana' });
  const entry = page.getByRole('menuitem', { name: 'Install app' });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Chromium without a window makes no offer, so the journey makes it in its place.
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      async prompt() {
        document.title = 'asked';
      },
    });
    dispatchEvent(offer);
  });
  await menu.click();
  await entry.click();
  await expect(page).toHaveTitle('asked');
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expect(entry).toHaveCount(0);
});

test('on an iPhone the name menu says how to install the app', async ({ openBrowser }) => {
  const page = await openBrowser();
  // A property that Safari on iPhones and iPads has, and no other browser.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
  await register(page, ANA);
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await page.getByRole('menuitem', { name: 'Install app' }).click();
  const note = page.getByRole('dialog', { name: 'Install app' });
  await expect(note).toContainText('Add to Home Screen');
  await note.getByRole('button', { name: 'Close' }).last().click();
  await expect(note).toHaveCount(0);
});
