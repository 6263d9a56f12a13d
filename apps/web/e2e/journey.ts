import type { FaultProxy } from '@onus/proof/fault-proxy';
import { NETWORKS, type Network } from '@onus/proof/faults';
import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test';
import { directly, nameServer } from './api.ts';
import { type Install, removeInstall, startInstall } from './install.ts';
import { inOwnProcess, type ServerHost, startServerHost } from './server-process.ts';

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface NetworkOption {
  /** The network between the browsers and the server; null for none. */
  faults: Network | null;
}

interface Journey extends NetworkOption {
  /** Environment of the server under test. */
  settings: Record<string, string>;
  install: Install;
  /** The script of a server that runs in a process of its own; null for the built server in the worker's process. */
  server: string | null;
  /** For a journey that changes the faults on its way. */
  network: FaultProxy;
  /**
   * For what others see of a change: shorter than the minute between two polls, so it takes a change event to pass. It
   * says nothing of the promised second. Several browsers share two processors here, and a page that has the event may
   * wait longer than that for its turn, so a limit of 1 s would measure the machine. The proof `visible-rows-open`
   * holds the server to the second, and `bench --only live` measures how fast the change events arrive.
   */
  beforePoll: { timeout: number };
  /** Opens a browser with its own cookies, storage and window. A violation of the CSP fails the test. */
  openBrowser: (options?: ContextOptions) => Promise<Page>;
}

/** Every journey has its own server and data. The servers of a worker run in one process, one after the other. */
export const test = base.extend<Journey, { serverHost: ServerHost }>({
  serverHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter which fixtures are needed.
    async ({}, use) => {
      const host = startServerHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  faults: [null, { option: true }],
  server: [null, { option: true }],
  install: async ({ settings, faults, server, serverHost }, use) => {
    const launch = server ? inOwnProcess(server) : serverHost.launch;
    const install = await startInstall(settings, faults && NETWORKS[faults], launch);
    await use(install);
    await removeInstall(install);
  },
  network: async ({ install }, use) => {
    if (!install.network) throw new Error('This journey needs a network: test.use({ faults: … })');
    await use(install.network);
  },
  beforePoll: async ({ faults }, use) => {
    // Round trips: the change and its event, the list request and its response.
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
      nameServer(context, install.server);
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

/** A time zone where it is about noon now, so that no journey runs across midnight. */
function middayZone(): string {
  return zoneAhead(12 - new Date().getUTCHours());
}

/** A time zone ten hours from that one, with the same date. */
export function farZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  return zoneAhead(ahead > 0 ? ahead - 10 : ahead + 10);
}

/** @param hours before UTC. */
function zoneAhead(hours: number): string {
  // These names have an inverted sign: Etc/GMT-5 is five hours ahead of UTC.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

export const ANA: Person = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };

/**
 * Registers, by default as a single user, and arrives at the dashboard. The form costs a browser one more page, so only
 * the journeys about it fill it in: `registerWithForm`.
 */
export async function register(
  page: Page,
  { name, email, password }: Person,
  role: 'User' | 'Manager' = 'User',
): Promise<void> {
  const data = { name, email, password, roles: role };
  const response = await page.request.post(directly(page, '/api/users/'), { data });
  if (!response.ok()) throw new Error(`register ${email}: ${response.status()} ${await response.text()}`);
  // As after a login: the app refreshes the session that the cookie names.
  const signedIn = await page.addInitScript(() => localStorage.setItem('persist', 'true'));
  await page.goto('/dash/tasks', { waitUntil: 'commit' });
  await signedIn.dispose();
  const account = page.getByRole('button', { name: `Account of ${name}` });
  // Where everyone must have a second factor, setting it up is all there is.
  await account.or(page.getByRole('heading', { name: 'Set up a second factor', level: 1 })).waitFor();
}

/** Registers with the form and arrives at the dashboard. */
export async function registerWithForm(
  page: Page,
  { name, email, password }: Person,
  role: 'User' | 'Manager' = 'User',
): Promise<void> {
  // Waits for each field, because the page may still be loading.
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  if (role === 'Manager') await page.getByLabel('Role').selectOption('Manager / Head of Household');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dash/tasks');
}

export async function login(page: Page, person: Omit<Person, 'name'>): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, person);
}

/** Fills and submits the login form. */
export async function submitLogin(page: Page, { email, password }: Omit<Person, 'name'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Adds a task through the dialog; `day` as the date field takes it, today when left out. */
export async function addTask(page: Page, title: string, day?: string): Promise<void> {
  const dialog = await openTaskForm(page);
  await dialog.getByLabel('Title').fill(title);
  if (day) await dialog.getByLabel('Due Date').fill(day);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** On a phone the add button opens the line, which opens the form. */
export async function openTaskForm(page: Page): Promise<Locator> {
  if (isPhone(page)) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Open the form' }).click();
  } else await page.getByRole('button', { name: 'Add Task' }).first().click();
  return page.getByRole('dialog', { name: 'Add Task' });
}

/** The line that every page opens. */
export async function openLine(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Account of / }).waitFor();
  await page.keyboard.press('Control+k');
  const line = page.getByRole('dialog', { name: 'Add or find' }).getByRole('combobox', { name: 'Quick add' });
  await expect(line).toBeFocused();
  return line;
}

export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640;
}
