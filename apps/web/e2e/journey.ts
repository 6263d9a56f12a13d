import type { FaultProxy } from '@onus/proof/fault-proxy';
import { NETWORKS, type Network } from '@onus/proof/faults';
import { type Browser, test as base, type Page } from '@playwright/test';
import { type Install, removeInstall, startInstall } from './install.ts';

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface NetworkOption {
  /** The network between the browsers and the server; null for none. */
  faults: Network | null;
}

interface Journey extends NetworkOption {
  /** Environment of the server under test. */
  settings: Record<string, string>;
  install: Install;
  /** For a journey that changes the faults on its way. */
  network: FaultProxy;
  /**
   * What one does is seen by others without a reload. Without an event they would look again after a minute. How many
   * milliseconds it takes is measured by `bench --only live`: here several browsers share the processors.
   */
  soon: { timeout: number };
  /** A browser of its own: its own cookies, storage and window. Breaches of the CSP in it fail the test. */
  openBrowser: (options?: ContextOptions) => Promise<Page>;
}

/** Every journey has a server and data of its own. */
export const test = base.extend<Journey>({
  settings: [{}, { option: true }],
  faults: [null, { option: true }],
  install: async ({ settings, faults }, use) => {
    const install = await startInstall(settings, faults && NETWORKS[faults]);
    await use(install);
    await removeInstall(install);
  },
  network: async ({ install }, use) => {
    if (!install.network) throw new Error('This journey needs a network: test.use({ faults: … })');
    await use(install.network);
  },
  soon: async ({ faults }, use) => {
    // The change goes out and the event comes in, the list is asked for and comes in.
    await use({ timeout: 5_000 + (faults ? 2 * NETWORKS[faults].latency : 0) });
  },
  openBrowser: async ({ browser, install }, use) => {
    const breaches: string[] = [];
    const pages: Page[] = [];
    await use(async options => {
      const context = await browser.newContext({
        baseURL: install.url,
        timezoneId: middayZone(),
        ...options,
      });
      const page = await context.newPage();
      pages.push(page);
      page.on('console', message => {
        if (message.text().includes('Content Security Policy')) breaches.push(message.text());
      });
      page.on('pageerror', error => breaches.push(String(error)));
      return page;
    });
    await Promise.all(pages.map(page => page.context().close()));
    if (breaches.length > 0) throw new Error(breaches.join('\n'));
  },
});

/** A zone where it is about noon now: no journey runs across midnight, whenever it is started. */
function middayZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The sign of these names is the other way round: Etc/GMT-5 is five hours ahead of UTC.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

export const ANA: Person = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };

/**
 * Registers through the API, as a single user unless told otherwise, and opens the dashboard. The form has journeys of
 * its own.
 */
export async function register(page: Page, person: Person, role: 'User' | 'Manager' = 'User'): Promise<void> {
  const answer = await page.request.post('/api/users/', { data: { ...person, roles: [role] } });
  if (!answer.ok()) throw new Error(`${person.name} could not register: ${await answer.text()}`);
  // Any page of the server will do: what the app remembers of a sign-in belongs to its address.
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.setItem('persist', 'true'));
  await page.goto('/dash/tasks');
}

/** Registers through the screen, and arrives at the dashboard. */
export async function registerByForm(page: Page, { name, email, password }: Person): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dash/tasks');
}

export async function login(page: Page, person: Omit<Person, 'name'>): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, person);
}

/** Fills the login form as it stands, with whatever it remembers. */
export async function submitLogin(page: Page, { email, password }: Omit<Person, 'name'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Adds a task through the dialog; `day` as the date field takes it, today when left out. */
export async function addTask(page: Page, title: string, day?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill(title);
  if (day) await dialog.getByLabel('Due Date').fill(day);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
