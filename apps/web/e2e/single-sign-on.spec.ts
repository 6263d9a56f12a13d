import { type SignInProvider, startSignInProvider } from '@onus/proof/sign-in-provider';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { check } from './check.ts';
import { ANA, test as journey, login, register } from './journey.ts';

const BUILT = new URL('../../server/dist/main.js', import.meta.url).pathname;
const NAME = 'Home ID';
const CLARA = { id: 'clara-1', email: 'clara@example.com', name: 'Clara' };

interface SingleSignOn {
  provider: SignInProvider;
  /** Of this installation, besides those of the provider. */
  more: Record<string, string>;
}

/** The server trusts the provider's certificate from its start, so it has a process of its own. */
const test = journey.extend<SingleSignOn>({
  more: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter which fixtures are needed.
  provider: async ({}, use) => {
    const provider = await startSignInProvider();
    await use(provider);
    await provider.close();
  },
  settings: async ({ provider, more }, use) =>
    use({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: NAME,
      NODE_EXTRA_CA_CERTS: provider.certificate,
      ...more,
    }),
  server: BUILT,
  install: async ({ install, provider }, use) => {
    await provider.open(`${install.url}/auth/oidc/callback`);
    await use(install);
  },
});

const TRUSTING = { ignoreHTTPSErrors: true };

function signInButton(page: Page) {
  return page.getByRole('button', { name: `Sign in with ${NAME}` });
}

async function settingsOf(page: Page): Promise<void> {
  await page.goto('/dash/tasks?tab=settings');
  await page.getByLabel('Username').waitFor();
}

/** Begins in a fresh browser and follows all redirects. @returns where it ends, as path and query. */
async function followed(url: string, browser?: APIRequestContext): Promise<string> {
  const context = browser ?? (await request.newContext(TRUSTING));
  const response = await context.get(`${url}/auth/oidc`, { headers: { accept: 'text/html' } });
  const { pathname, search } = new URL(response.url());
  if (!browser) await context.dispose();
  return pathname + search;
}

test('a new person signs in with the provider, and comes back to the same account', {
  tag: '@latency',
}, async ({ openBrowser, provider }) => {
  provider.person = CLARA;
  const page = await openBrowser(TRUSTING);
  await page.goto('/login');
  await expect(signInButton(page)).toBeVisible();
  await check(page);
  await signInButton(page).click();
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  // A logout would ask about a change that still waits.
  const sent = page.waitForResponse(response => response.url().includes('/trpc/task.create'));
  await page.getByLabel('Quick add').fill('Bins');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toContainText('Bins');
  await sent;
  // The first account of an installation leads a household, and is no Admin.
  await expect(page.getByRole('link', { name: 'Manager' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article')).toContainText('Bins');
  await page.getByRole('button', { name: 'Account of Clara' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signInButton(page).click();
  await expect(page.getByRole('article')).toContainText('Bins');

  const later = await openBrowser({ ...TRUSTING, viewport: { width: 390, height: 844 } });
  provider.person = { id: 'dora-1', email: 'dora@example.com' };
  await later.goto('/login');
  await signInButton(later).click();
  await expect(later).toHaveURL(/\/dash\/tasks$/);
  await expect(later.getByRole('link', { name: 'Manager' })).toHaveCount(0);
});

test('a verified email that has an account is linked with the password of that account', {
  tag: '@latency',
}, async ({ openBrowser, provider }) => {
  const owner = await openBrowser(TRUSTING);
  await register(owner, ANA);
  provider.person = { id: 'ana-1', email: 'ANA@example.com', name: 'Another name' };
  const page = await openBrowser({ ...TRUSTING, viewport: { width: 390, height: 844 } });
  await page.goto('/login');
  await signInButton(page).click();
  await expect(page.getByText('ana@example.com has an account here')).toBeVisible();
  await check(page);
  await page.getByLabel('Password', { exact: true }).fill('a guess');
  await page.getByRole('button', { name: `Link ${NAME}` }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong password');
  await page.getByLabel('Password', { exact: true }).fill(ANA.password);
  await page.getByRole('button', { name: `Link ${NAME}` }).click();
  await expect(page).toHaveURL(/\/dash\/tasks$/);

  await settingsOf(owner);
  await expect(owner.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
  await check(owner);
  await owner.getByRole('button', { name: 'Unlink ana@example.com' }).click();
  await expect(owner.getByRole('heading', { name: 'Single sign-on' })).toHaveCount(0);
  const other = await openBrowser(TRUSTING);
  await other.goto('/auth/oidc');
  await expect(other.getByRole('button', { name: `Link ${NAME}` })).toBeVisible();
});

test('what the provider refuses or cannot vouch for ends at the login page with its sentence', async ({
  openBrowser,
  provider,
}) => {
  const page = await openBrowser(TRUSTING);
  await register(page, ANA);
  await page.context().clearCookies();
  await page.goto('/login');
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('The sign-in was cancelled.');
  provider.person = { ...CLARA, isVerified: false };
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your email is not verified');
  provider.person = { id: 'nobody' };
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your email is not verified');
  provider.person = CLARA;
  provider.isDown = true;
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await check(page);
  await login(page, ANA);
  await expect(page).toHaveURL(/\/dash\/tasks$/);
});

test('a text in the address of the login page is not shown', async ({ openBrowser }) => {
  const page = await openBrowser(TRUSTING);
  for (const code of ['Call+this+number', 'constructor', '__proto__']) {
    await page.goto(`/login?refused=${code}`);
    await expect(signInButton(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('an answer that proves nothing signs no one in', async ({ install, provider }) => {
  provider.person = CLARA;
  const now = Math.floor(Date.now() / 1000);
  const altered: NonNullable<SignInProvider['alter']>[] = [
    claims => ({ ...claims, aud: 'another-client' }),
    claims => ({ ...claims, iss: 'https://another.example' }),
    claims => ({ ...claims, nonce: 'another' }),
    claims => ({ ...claims, exp: now - 3600, iat: now - 7200 }),
  ];
  for (const alter of altered) {
    provider.alter = alter;
    expect(await followed(install.url)).toBe('/login?refused=failed');
  }
  provider.alter = null;
  provider.isForged = true;
  expect(await followed(install.url)).toBe('/login?refused=failed');
  provider.isForged = false;
  expect(await followed(install.url)).toBe('/single-sign-on');
});

test('an answer is good once, and only in the browser that began', async ({ install, provider }) => {
  provider.person = CLARA;
  const browser = await request.newContext(TRUSTING);
  const begun = await browser.get(`${install.url}/auth/oidc`, { maxRedirects: 0 });
  const cookie = begun.headers()['set-cookie'] ?? '';
  expect(cookie).toMatch(/^onus-oidc=.*HttpOnly; SameSite=Lax/i);
  const steps: string[] = [];
  let next = begun.headers().location ?? '';
  while (!next.includes('/callback')) {
    const response = await browser.get(new URL(next, provider.issuer).href, { maxRedirects: 0 });
    next = new URL(response.headers().location ?? '', provider.issuer).href;
    steps.push(next);
  }
  const stranger = await request.newContext(TRUSTING);
  const stolen = await stranger.get(next, { maxRedirects: 0 });
  expect(stolen.headers().location).toBe('/login?refused=again');
  expect(provider.exchanges).toBe(0);
  const state = await browser.get(next.replace(/state=[^&]+/, 'state=x'), { maxRedirects: 0 });
  expect(state.headers().location).toBe('/login?refused=failed');
  expect(provider.exchanges).toBe(0);
  const late = await browser.get(next, { maxRedirects: 0 });
  expect(late.headers().location).toBe('/login?refused=again');

  // The link of an answer cannot be used as the beginning of a sign-in, nor the other way round.
  const offer = await stranger.get(`${install.url}/trpc/oidc.offer`, { headers: { cookie } });
  expect(await offer.json()).toMatchObject({ result: {} });
  const link = await stranger.post(`${install.url}/trpc/oidc.link`, {
    headers: { cookie: cookie.split(';')[0] ?? '' },
    data: { password: 'x' },
  });
  expect(link.status()).toBe(400);
  await Promise.all([browser, stranger].map(one => one.dispose()));
});

test('the provider may change its keys, and be away while the server starts', async ({
  install,
  provider,
}) => {
  provider.person = CLARA;
  expect(await followed(install.url)).toBe('/single-sign-on');
  await provider.open(`${install.url}/auth/oidc/callback`);
  // The first attempt finds that the key is unknown, and the next one asks for the new ones.
  await followed(install.url);
  expect(await followed(install.url)).toBe('/single-sign-on');
  provider.isDown = true;
  await install.restart();
  expect(await followed(install.url)).toBe('/login?refused=unreachable');
  provider.isDown = false;
  expect(await followed(install.url)).toBe('/single-sign-on');
});

test('a provider that does not answer in time delays no one else', async ({ install, provider }) => {
  provider.person = CLARA;
  expect(await followed(install.url)).toBe('/single-sign-on');
  provider.delay = 12_000;
  const waiting = followed(install.url);
  await expect.poll(() => provider.exchanges).toBe(2);
  const browser = await request.newContext();
  expect((await browser.get(`${install.url}/healthz`)).status()).toBe(200);
  await browser.dispose();
  expect(await waiting).toBe('/login?refused=unreachable');
});

test('two answers for one new person at the same moment make one account', async ({ install, provider }) => {
  provider.person = CLARA;
  const ends = await Promise.all(Array.from({ length: 8 }, () => followed(install.url)));
  expect(new Set(ends)).toEqual(new Set(['/single-sign-on']));
});

test.describe('where registration is closed', () => {
  test.use({ more: { REGISTRATION: 'closed' } });

  test('the provider makes no account', async ({ install, provider }) => {
    provider.person = CLARA;
    expect(await followed(install.url)).toBe('/login?refused=closed');
  });
});
