import type { BrowserContext, Page } from '@playwright/test';
import { send, textAt } from '../../lib/client/http-client.ts';
import { inParallel } from '../../lib/concurrency.ts';
import type { Server } from '../../lib/server/server.ts';
import {
  type Account,
  addMember,
  createAdmin,
  logIn,
  register,
  withServer,
} from '../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { inBrowser } from './browser.ts';
import { scriptPayloads } from './script-payloads.ts';

const PAYLOADS = { short: 6, full: 150 };
/** As many passwords as the server hashes at once, and as many that wait. */
const AT_ONCE = 4;

export const storedText: Proof = {
  name: 'stored-text',
  guarantee: 'Stored text is never executed',
  target:
    '150 script payloads in every text field, seen in every view of a real browser: 0 run, 0 CSP reports',
  short: true,
  measure: size => withServer({}, server => seen(server, size), { hasCheapPasswords: size === 'short' }),
};

/** Payloads that ran, and payloads that only the CSP stopped. */
interface Trouble {
  ran: string[];
  reports: string[];
}

async function seen(server: Server, size: Size): Promise<Result> {
  const payloads = scriptPayloads(PAYLOADS[size]);
  // The Admin signs in first and reads the others' actions in the log.
  const admin = await createAdmin(server, 'Admin');
  const { boss, member } = await planted(server, payloads);
  const viewsOf: [Account, readonly View[]][] = [
    // In the short form the boss alone looks at the pages of a manager.
    [admin, size === 'short' ? [LOG] : [LOG, ...managed(member.id)]],
    [member, OWN],
    [boss, [...OWN, ...managed(member.id)]],
  ];
  const trouble: Trouble = { ran: [], reports: [] };
  let texts = 0;
  const missing: string[] = [];
  await inBrowser(async browser => {
    for (const [person, views] of viewsOf) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await watched(context, trouble);
      await signIn(page, server, person);
      for (const view of views) {
        const shown = await walk(page, server, view);
        texts += shown;
        // A view without a payload would prove nothing.
        if (shown === 0) missing.push(view.path);
      }
      if (person === boss) missing.push(...(await renamed(page, server, boss, payloads)));
      await context.close();
    }
  });
  const found = [...trouble.ran, ...trouble.reports, ...missing.map(what => `nothing to see of ${what}`)];
  const said = found.length > 0 ? `: ${found.slice(0, 4).join('; ')}` : '';
  return {
    measured: `${payloads.length} payloads in each of ${FIELDS.length} fields, ${texts + payloads.length} seen: ${trouble.ran.length} ran, ${trouble.reports.length} CSP reports${said}`,
    holds: found.length === 0,
  };
}

const FIELDS = ['task title', 'task text', 'item name', 'message', 'my name', 'name of a member', 'browser'];

/** Writes every payload to every text field of a manager and a member. A name holds one payload at a time. */
async function planted(
  server: Server,
  payloads: readonly string[],
): Promise<{ boss: Account; member: Account }> {
  const boss = await register(server, 'Boss', 'Manager');
  const member = await addMember(server, boss, 'Member');
  const [first = ''] = payloads;
  const dueDate = new Date().toISOString();
  async function make(person: Account, path: string, body: object, method = 'POST'): Promise<string> {
    const response = await send(server.url, path, { method, token: person.token, body });
    if (response.status > 201) throw new Error(`${path}: ${response.bytes}`);
    return textAt(response.body, 'id');
  }
  const conversationId = await make(boss, '/conversations', { users: [member.id], message: first });
  for (const payload of payloads) {
    const title = payload.slice(0, 200);
    await make(boss, '/tasks', { title, text: payload, dueDate, assignees: [boss.id, member.id] });
    await make(boss, '/groceries', { name: payload.slice(0, 120) });
    await make(member, '/messages', { conversationId, message: payload });
  }
  // A script element set as HTML does not run, but an image's handler does. The log has the names with images.
  for (const person of [boss, member]) await rename(server, person, payloads[1] ?? first);
  const { email, password } = boss;
  await inParallel(AT_ONCE, payloads, async (payload, number) => {
    const body = { name: payload, email: `m${number}@example.com`, password: 'Member1!' };
    await make(boss, '/users', body);
    const headers = { 'user-agent': payload };
    const { status } = await send(server.url, '/auth', { body: { email, password }, headers });
    if (status !== 200) throw new Error(`a login from ${payload} got ${status}`);
  });
  return { boss: await logIn(server, boss), member };
}

async function rename({ url }: Server, { token }: Account, username: string): Promise<void> {
  const response = await send(url, '/trpc/member.updateSelf', { token, body: { username } });
  if (response.status !== 200) throw new Error(`the name ${username}: ${response.bytes}`);
}

/** Sets the own name, which every page shows, to each payload in turn. @returns those that were not seen. */
async function renamed(page: Page, server: Server, person: Account, names: readonly string[]) {
  await page.goto(`http://localhost:${server.port}/dash/tasks`);
  const missing: string[] = [];
  for (const name of names) {
    await rename(server, person, name);
    const heading = page.getByRole('heading', { level: 1, name, exact: true });
    await heading.waitFor({ timeout: 5_000 }).catch(() => void missing.push(`my name ${name}`));
  }
  return missing;
}

/** A page that reports when a payload runs, or when the CSP stops one. */
async function watched(context: BrowserContext, trouble: Trouble): Promise<Page> {
  await context.exposeFunction('ranHere', (what: string) => void trouble.ran.push(String(what)));
  await context.exposeFunction('stoppedHere', (what: string) => void trouble.reports.push(what));
  await context.addInitScript(() => {
    const page = globalThis as unknown as Record<string, (what: string) => void>;
    document.addEventListener('securitypolicyviolation', event => {
      page.stoppedHere?.(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const page = await context.newPage();
  page.on('dialog', dialog => {
    trouble.ran.push(dialog.message());
    void dialog.dismiss();
  });
  return page;
}

async function signIn(page: Page, server: Server, { email, password }: Account): Promise<void> {
  await page.goto(`http://localhost:${server.port}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dash/tasks');
}

interface View {
  path: string;
  /** Buttons pressed one by one. Each shows more. */
  press: readonly string[];
}

const TABS = ['Today', 'Overdue', 'Complete', 'Upcoming', 'Settings'];

const OWN: readonly View[] = [
  { path: '/dash/tasks', press: TABS },
  { path: '/dash/groceries', press: [] },
  { path: '/dash/messages', press: [] },
];
const LOG: View = { path: '/dash/tasks?tab=settings', press: [] };

function managed(memberId: string): View[] {
  return [
    { path: '/dash/manager', press: ['Today', 'Members'] },
    { path: `/dash/manager/users/${memberId}`, press: TABS },
  ];
}

/** Opens a view with its tabs, its first editor and its dialog; returns the number of payloads in it. */
async function walk(page: Page, server: Server, { path, press }: View): Promise<number> {
  await page.goto(`http://localhost:${server.port}${path}`);
  await page
    .getByText('ranHere')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => {});
  let shown = await payloadsIn(page);
  for (const name of press) {
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
    if (!(await tab.count())) continue;
    await tab.first().click();
    await page.waitForTimeout(150);
    shown += await payloadsIn(page);
  }
  if (press.length > 0) await page.goto(`http://localhost:${server.port}${path}`);
  const thread = page.locator('a[href*="/dash/messages"]').filter({ hasText: 'ranHere' }).first();
  for (const button of [page.getByRole('button', { name: /^Edit/ }).first(), thread]) {
    if (await button.isVisible().catch(() => false)) await button.click({ timeout: 500 }).catch(() => {});
    await page.waitForTimeout(150);
    shown += await payloadsIn(page);
  }
  return shown;
}

/** How often the mark of a payload appears on the page, as text or in a field. */
async function payloadsIn(page: Page): Promise<number> {
  await scrolled(page);
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(one => one.value);
    return [document.body.textContent, ...fields].join('\n').split('ranHere').length - 1;
  });
}

/** Scrolls through long lists, which render only visible rows. */
async function scrolled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const scrolls = (one: Element) =>
      one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowY);
    const boxes = [...document.querySelectorAll('*')].filter(
      one => one.scrollHeight > one.clientHeight + 40 && scrolls(one),
    );
    for (const box of boxes) {
      for (let top = 0; top < box.scrollHeight && top < 20_000; top += 600) {
        box.scrollTop = top;
        await new Promise(requestAnimationFrame);
      }
    }
  });
}
