import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../../../../lib/chromium.ts';
import { waitUntil } from '../../../../lib/concurrency.ts';
import type { Account } from '../../../../lib/users/accounts.ts';
import { type Outbox, readOutbox, type Stored } from './outbox.ts';
import { NEWEST, watchScreen } from './screens.ts';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];
/** Milliseconds for one step on a page. */
const PATIENCE = 20_000;
/** How often a page is opened again that a fault has stopped. */
const ATTEMPTS = 5;

/** A real browser with a process and a profile of its own. The profile survives the process. */
export class Phone {
  readonly account: Account;
  readonly #url: string;
  readonly #paths: readonly string[];
  readonly #profile: string;
  #process: ChildProcess | null = null;
  #browser: Browser | null = null;
  #started = Promise.withResolvers<void>();
  /** Whether a crash may have taken the newest cookies. Chromium writes them to the disk only now and then. */
  #hasCrashed = false;
  #isOffline = false;
  /** What the app has stored so far, by the id of the operation. */
  readonly stored = new Map<string, Stored>();
  tabs: Page[] = [];

  private constructor(account: Account, url: string, paths: readonly string[], profile: string) {
    this.account = account;
    this.#url = url;
    this.#paths = paths;
    this.#profile = profile;
  }

  /** @param paths of the pages, one in each tab. */
  static async open(account: Account, url: string, paths: readonly string[]): Promise<Phone> {
    const profile = await mkdtemp(join(tmpdir(), 'onus-phone-'));
    const phone = new Phone(account, url, paths, profile);
    try {
      await phone.#launch();
      await phone.#takeCookies();
      await phone.#openTabs();
      return phone;
    } catch (error) {
      await phone.remove();
      throw error;
    }
  }

  /** Resolves while it runs, or when it runs again. */
  get up(): Promise<void> {
    return this.#started.promise;
  }

  async start(): Promise<void> {
    await this.#launch();
    await this.#openTabs();
  }

  /** SIGKILL in the middle of whatever it does. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child?.pid) return;
    const gone = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
    await this.#browser?.close().catch(() => {});
    this.#hasCrashed = true;
    this.#forget();
  }

  /** Closes the browser as a person does: it writes to the disk what it has in memory. */
  async quit(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const gone = once(child, 'exit');
    const session = await this.#browser?.newBrowserCDPSession();
    await session?.send('Browser.close').catch(() => {});
    await gone;
    this.#forget();
  }

  /** Starts it with one empty page and without a network. */
  async startCold(): Promise<Page> {
    await this.#launch();
    const page = (await this.#browser?.contexts()[0]?.newPage()) as Page;
    await page.context().setOffline(true);
    return page;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.tabs[0]?.context().setOffline(isOffline);
    this.#isOffline = isOffline;
  }

  /**
   * After a crash the cookie on the disk may be an older one, whose session the server ends as it does for a stolen
   * cookie (rule 2.6). The app opens with what it remembers, hears of that later, and the person logs in again. In a
   * browser that did not crash nobody does: there the tab stays as it is, and the proof fails.
   */
  async logInAgain(): Promise<void> {
    if (!this.#hasCrashed || this.#isOffline) return;
    for (const [place, tab] of this.tabs.entries()) {
      const path = this.#paths[place];
      if (path && (await tab.getByLabel('Email').isVisible())) await this.#arrive(tab, path);
    }
  }

  /** Reads what the app has stored, and remembers it. */
  async note(): Promise<Outbox> {
    const known = Math.max(0, ...[...this.stored.values()].map(({ seq }) => seq));
    const outbox = await this.tabs[0]?.evaluate(readOutbox, known);
    if (!outbox) throw new Error('The browser has no tab');
    for (const row of outbox.stored) this.stored.set(row.op, row);
    return outbox;
  }

  /** The tabs that do not hear of changes. */
  async notLive(): Promise<Page[]> {
    const live = await Promise.all(
      // A page that is just being replaced has no content to ask.
      this.tabs.map(tab =>
        tab
          .locator('[title="Live"]')
          .count()
          .catch(() => 0),
      ),
    );
    return this.tabs.filter((_tab, number) => live[number] !== 1);
  }

  /** Waits until the browser has its copy of the app. */
  async hasShell(): Promise<void> {
    await this.tabs[0]?.evaluate(async () => void (await navigator.serviceWorker.ready));
  }

  async #launch(): Promise<void> {
    const args = [...ARGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${this.#profile}`];
    // A group of its own: the browser is many processes, and a crash ends them all at once.
    const child = spawn(await chromiumPath(), args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    this.#browser = await chromium.connectOverCDP(await addressOf(child));
  }

  /** The person has signed in before: the session of the account is that of this browser. */
  async #takeCookies(): Promise<void> {
    const cookies = this.account.cookie.split('; ').map(cookie => {
      const [name = '', value = ''] = cookie.split('=');
      return { name, value, url: this.#url, httpOnly: true, sameSite: 'Strict' as const };
    });
    await this.#browser?.contexts()[0]?.addCookies(cookies);
  }

  async #openTabs(): Promise<void> {
    for (const path of this.#paths) this.tabs.push(await this.#openTab(path));
    this.#started.resolve();
  }

  #forget(): void {
    this.#started = Promise.withResolvers();
    this.#process = null;
    this.#isOffline = false;
    this.tabs = [];
  }

  async #openTab(path: string): Promise<Page> {
    const page = (await this.#browser?.contexts()[0]?.newPage()) as Page;
    page.setDefaultTimeout(PATIENCE);
    await page.addInitScript(watchScreen, NEWEST);
    await page.setViewportSize({ width: 1280, height: 900 });
    let failure: unknown;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        await this.#arrive(page, path);
        return page;
      } catch (error) {
        failure = error;
      }
    }
    throw new Error(`${path} did not open: ${failure}`);
  }

  /** Opens a page. If a crash has taken the cookies, the person logs in again. */
  async #arrive(page: Page, path: string): Promise<void> {
    const { email, password } = this.account;
    const threads = page.locator('a[href*="/dash/messages?"]').first();
    const bar = page.getByRole('button', { name: /^Account of / });
    const form = page.getByLabel('Email');
    const isThread = path === '/dash/messages';
    await page.goto(this.#url + path);
    // A page that waits for its threads may still hear that its session has ended.
    await form
      .or(isThread ? threads : bar)
      .first()
      .waitFor();
    if (await form.isVisible()) {
      await form.fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Submit' }).click();
      await bar.waitFor();
      await page.goto(this.#url + path);
      await bar.waitFor();
    }
    if (isThread) await threads.click();
  }
}

/** The address of a page and the beginning of what it shows. */
export async function beginningOf(page: Page): Promise<string> {
  const text = (await page.textContent('body').catch(String)) ?? '';
  return `${page.url()}: “${text.replaceAll(/\s+/g, ' ').slice(0, 200)}”`;
}

/** Waits until no operation of a phone waits for the server. @throws Error when one does after a minute. */
export async function waitForDrained(phone: Phone): Promise<void> {
  await waitUntil(async () => (await phone.note()).waiting === 0, 'an empty outbox');
}

/** Browsers that must end with the run. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL');
});

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of child.stderr ?? []) {
    said += chunk;
    const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
    if (address) return address;
  }
  throw new Error(`The browser did not start: ${said.slice(-500)}`);
}
