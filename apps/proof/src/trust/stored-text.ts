import type { BrowserContext, Page } from '@playwright/test';
import { inBrowser } from '../browsers.ts';
import { send, textAt } from '../door.ts';
import { inParallel } from '../moments.ts';
import { addMember, logIn, makeAdmin, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { scriptPayloads } from './script-payloads.ts';

const PAYLOADS = { short: 20, full: 150 };
/** As many passwords as the server hashes at once, and as many that wait. */
const AT_ONCE = 4;

export const storedText: Proof = {
  name: 'stored-text',
  promise: 'Stored text is never executed',
  demanded:
    '150 script payloads in every text field, seen in every view of a real browser: 0 run, 0 CSP reports',
  short: true,
  measure: size => onInstall({}, server => seen(server, size)),
};

/** What ran, and what the CSP had to stop: that would have run without it. */
interface Trouble {
  ran: string[];
  reports: string[];
}

async function seen(server: Server, size: Size): Promise<Seen> {
  const payloads = scriptPayloads(PAYLOADS[size]);
  // The Admin is there before, and reads in the log what the others did.
  const admin = await makeAdmin(server, 'Admin');
  const { boss, member } = await planted(server, payloads);
  const viewsOf: [Person, readonly View[]][] = [
    [admin, [LOG, ...managed(member.id)]],
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
        // A view in which nothing hostile stands would prove nothing.
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
    kept: found.length === 0,
  };
}

const FIELDS = ['task title', 'task text', 'item name', 'message', 'my name', 'name of a member', 'browser'];

/** Every field that is text, of a manager and of a member, holds every payload; but who has one name has one at a time. */
async function planted(
  server: Server,
  payloads: readonly string[],
): Promise<{ boss: Person; member: Person }> {
  const boss = await register(server, 'Boss', 'Manager');
  const member = await addMember(server, boss, 'Member');
  const [first = ''] = payloads;
  const dueDate = new Date().toISOString();
  async function make(person: Person, path: string, body: object, method = 'POST'): Promise<string> {
    const answer = await send(server.url, path, { method, token: person.token, body });
    if (answer.status > 201) throw new Error(`${path}: ${answer.bytes}`);
    return textAt(answer.body, 'id');
  }
  const conversationId = await make(boss, '/conversations', { users: [member.id], message: first });
  for (const payload of payloads) {
    const title = payload.slice(0, 200);
    await make(boss, '/tasks', { title, text: payload, dueDate, assignees: [boss.id, member.id] });
    await make(boss, '/groceries', { name: payload.slice(0, 120) });
    await make(member, '/messages', { conversationId, message: payload });
  }
  // A script element that is set as HTML does not run, an image's handler does: by that name they stand in the log.
  for (const person of [boss, member]) await rename(server, person, payloads[1] ?? first);
  const { email, password } = boss;
  await inParallel(AT_ONCE, payloads, async (payload, number) => {
    const body = { name: payload, email: `m${number}@example.com`, password: 'Member1!' };
    await make(boss, '/users', body);
    const headers = { 'user-agent': payload };
    const { status } = await send(server.url, '/auth', { body: { email, password }, headers });
    if (status !== 200) throw new Error(`a login from ${payload} was answered ${status}`);
  });
  return { boss: await logIn(server, boss), member };
}

async function rename({ url }: Server, { token }: Person, username: string): Promise<void> {
  const answer = await send(url, '/trpc/member.updateSelf', { token, body: { username } });
  if (answer.status !== 200) throw new Error(`the name ${username}: ${answer.bytes}`);
}

/** One's own name, which every page shows, is one payload after the other. @returns those that were not seen. */
async function renamed(page: Page, server: Server, person: Person, names: readonly string[]) {
  await page.goto(`http://localhost:${server.port}/dash/tasks`);
  const missing: string[] = [];
  for (const name of names) {
    await rename(server, person, name);
    const heading = page.getByRole('heading', { level: 1, name, exact: true });
    await heading.waitFor({ timeout: 5_000 }).catch(() => void missing.push(`my name ${name}`));
  }
  return missing;
}

/** A page that tells when a script of a payload runs, or when the policy had to stop one. */
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

async function signIn(page: Page, server: Server, { email, password }: Person): Promise<void> {
  await page.goto(`http://localhost:${server.port}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dash/tasks');
}

interface View {
  path: string;
  /** Pressed one after the other; each shows more. */
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

/** Opens a view with all of its tabs, its first editor and its dialog; answers how many payloads stood in it. */
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

/** How often the mark of a payload is read on the page, as text or in a field. */
async function payloadsIn(page: Page): Promise<number> {
  await scrolled(page);
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(one => one.value);
    return [document.body.textContent, ...fields].join('\n').split('ranHere').length - 1;
  });
}

/** Long lists draw what is in sight only: everything is brought into sight once. */
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
