import type { BrowserContext, Locator, Page } from '@playwright/test';
import { fromNewAddress, send } from '../../../lib/client/http-client.ts';
import { freePort } from '../../../lib/free-port.ts';
import { startFaultProxy } from '../../../lib/network/fault-proxy.ts';
import { NETWORKS } from '../../../lib/network/faults.ts';
import { pick, seededRandom } from '../../../lib/seeded-random.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { type Account, register, withServer } from '../../../lib/users/accounts.ts';
import { inBrowser } from '../../input/browser.ts';
import type { Proof, Result, Size } from '../../proof.ts';

const MOMENTS = { short: 8, full: 200 };
const DAY = 86_400_000;
/** Milliseconds. The longest pause is longer than the 10 s in which parallel tabs get the same token. */
const PATIENCE = 20_000;
/** After some lost responses in a row the app waits up to 45 s before it asks again. */
const LONGEST_WAIT = 120_000;
const PAUSES = { short: 500, full: 12_000 };
const LOSSY = { ...NETWORKS['latency-0'], lostResponses: 0.5, only: /auth\.refresh/ };

export const sessionsInBrowser: Proof = {
  name: 'sessions-in-browser',
  guarantee: 'A session never ends by accident in a browser',
  target:
    '200 moments, of which every other loses its refresh response: the root URL, back, reload, a second tab, a clock off by a day: 0 sign-outs; a replay of the cookie by another signs out',
  short: true,
  async measure(size) {
    const port = await freePort();
    // So short that nearly every step needs a refresh.
    const settings = { PUBLIC_URL: `http://localhost:${port}`, ACCESS_TOKEN_TTL: '2s' };
    return withServer(settings, server => lived(server, port, size));
  },
};

async function lived(server: Server, port: number, size: Size): Promise<Result> {
  const ana = await register(server, 'Ana');
  const network = await startFaultProxy(server.port, NETWORKS['latency-0'], { port });
  try {
    return await inBrowser(async browser => {
      const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
      const page = await signedIn(context, ana);
      network.faults = LOSSY;
      const wrong: string[] = [];
      const random = seededRandom(17);
      for (let moment = 0; moment < MOMENTS[size]; moment += 1) {
        const [name, step] = pick(random, STEPS);
        await step(page);
        await page.waitForTimeout(random(PAUSES[size]));
        if (await isSignedIn(page)) continue;
        wrong.push(`${moment}: ${name}`);
        await logIn(page, ana);
      }
      network.faults = NETWORKS['latency-0'];
      const { lostResponses } = network.seen;
      const isControlEnded = await endsAfterReplay(server, context, page);
      return {
        measured: `${exceptions(wrong, MOMENTS[size], 'moments ended with a sign-out')}; ${lostResponses} responses to a refresh were lost; a replay of the cookie ${isControlEnded ? 'signed out' : 'changed nothing'}`,
        holds: wrong.length === 0 && lostResponses > 0 && isControlEnded,
      };
    });
  } finally {
    await network.close();
  }
}

/** What a person does with the app, each of which loads it once more. */
const STEPS: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['the root URL and back', async page => [await page.goto('/'), await page.goBack()]],
  ['reload', reload],
  ['two reloads', async page => [await page.reload({ waitUntil: 'commit' }), await reload(page)]],
  ['another page and back', async page => [await page.goto('/dash/groceries'), await page.goBack()]],
  ['a second tab', secondTab],
  ['a clock a day ahead', page => withClock(page, DAY)],
  ['a clock a day behind', page => withClock(page, -DAY)],
];

/** Chromium refuses to load a page again while it is being replaced, as after going back. */
function reload(page: Page): Promise<unknown> {
  return page.reload().catch((error: Error) => {
    if (!error.message.includes('Not attached to an active page')) throw error;
    return page.reload();
  });
}

async function secondTab(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  await Promise.all([tab.goto('/dash/groceries'), reload(page)]);
  await tab.close();
}

async function withClock(page: Page, offset: number): Promise<void> {
  const { clock } = page;
  await clock.setSystemTime(Date.now() + offset);
  await reload(page);
  await whenHeard(page, account(page));
  await clock.setSystemTime(Date.now());
}

async function signedIn(context: BrowserContext, person: Account): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto('/login');
  await logIn(page, person);
  return page;
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await account(page).waitFor();
}

/** Whether the app shows the person, and not the login, after it has heard from the server. */
async function isSignedIn(page: Page): Promise<boolean> {
  if (!page.url().includes('/dash')) await page.goto('/dash/tasks');
  await whenHeard(page, page.getByTitle('Live'));
  return !(await page.getByLabel('Email').isVisible());
}

/** Waits for the login form, or what a signed-in person sees. A response that was lost may leave a page with Retry. */
async function whenHeard(page: Page, signedIn: Locator): Promise<void> {
  const retry = page.getByRole('button', { name: 'Retry' });
  const heard = signedIn.or(page.getByLabel('Email'));
  const end = performance.now() + LONGEST_WAIT;
  while (performance.now() < end) {
    await heard.or(retry).first().waitFor({ timeout: LONGEST_WAIT });
    if (await heard.first().isVisible()) return;
    // The app may have gone on by itself.
    await retry
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
  }
  throw new Error('The page heard nothing from the server');
}

function account(page: Page) {
  return page.getByRole('button', { name: 'Account of Ana' });
}

/** The control: another has the cookie and goes on with it, so the browser's own one is a replay. */
async function endsAfterReplay(server: Server, context: BrowserContext, page: Page): Promise<boolean> {
  const held = (await context.cookies()).find(({ name }) => /^(__Host-)?onus$/.test(name));
  let cookie = `${held?.name}=${held?.value}`;
  for (let times = 0; times < 3; times += 1) {
    cookie = (await send(server.url, '/auth/refresh', { cookie, headers: fromNewAddress() })).cookie;
  }
  await reload(page);
  const form = page.getByLabel('Email');
  return form.waitFor().then(
    () => true,
    () => false,
  );
}
