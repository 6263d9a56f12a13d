import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { becomesTrue } from '../../lib/client/event-listener.ts';
import { send } from '../../lib/client/http-client.ts';
import { freePort } from '../../lib/free-port.ts';
import type { Server } from '../../lib/server/server.ts';
import { exceptions } from '../../lib/statistics.ts';
import { type Account, register, withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { inBrowser } from './browser.ts';
import { ATTACKS, type Attack } from './cross-site-attacks.ts';

export const otherSites: Proof = {
  name: 'other-sites',
  guarantee: 'Other sites cannot act on your behalf',
  target:
    '0 effects of forms, images, fetches, WebSockets and Socket.IO of a foreign origin in a signed-in browser',
  short: true,
  measure: size => withServer({}, server => attacked(server, size)),
};

/** Two foreign origins: another site, and another port of the same machine, which shares its cookies. */
const HOSTS = ['127.0.0.1', 'localhost'];
/** Milliseconds. */
const PATIENCE = 10_000;

async function attacked(server: Server, size: Size): Promise<Result> {
  const port = await freePort();
  const ana = await register(server, 'Ana', 'Manager');
  const target = `http://localhost:${server.port}`;
  const hostile = createServer((request, response) => {
    const number = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Hostile</title><body>${ATTACKS[number]?.page(target) ?? ''}`);
  });
  hostile.listen(port, '0.0.0.0');
  await once(hostile, 'listening');
  const wrong: string[] = [];
  const tries = triesOf(size);
  try {
    await inBrowser(async browser => {
      const context = await browser.newContext();
      await signIn(context, target, ana);
      const page = await context.newPage();
      let say = (_read: string) => {};
      await page.exposeFunction('report', (read: string) => say(read));
      const visit = async (url: string, { isFrame }: Attack) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        say = resolve;
        await page.goto(url);
        if (isFrame) return framed(page);
        return Promise.race([promise, sleep(PATIENCE, 'nothing came', { ref: false })]);
      };
      for (const { host, number, attack } of tries) {
        const url = `http://${host}:${port}/${number}`;
        const effects = await tried(() => stateOf(server, ana), visit, url, attack);
        wrong.push(...effects);
        // The next attempt has a session to act with, too.
        if (effects.length > 0) await signIn(context, target, ana);
      }
    });
  } finally {
    hostile.close();
    hostile.closeAllConnections();
  }
  return { measured: exceptions(wrong, tries.length, 'attempts had an effect'), holds: wrong.length === 0 };
}

/** Every attack from both hosts; in the short form each from one of them, in turns. */
function triesOf(size: Size) {
  return HOSTS.flatMap((host, place) =>
    ATTACKS.map((attack, number) => ({ host, number, attack })).filter(
      ({ number }) => size === 'full' || number % HOSTS.length === place,
    ),
  );
}

async function signIn(context: BrowserContext, url: string, { email, password }: Account): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dash/tasks');
}

/** What stands in the frame, seen from outside: of a page that may not be framed the browser shows its own error. */
async function framed(page: Page): Promise<string> {
  const url = () => page.frames().at(1)?.url() ?? '';
  await becomesTrue(PATIENCE, () => /^(http|chrome-error):/.test(url()));
  return url().startsWith('chrome-error:') ? 'refused' : `it shows ${url() || 'nothing'}`;
}

/** What the page read and what it changed. */
async function tried(
  look: () => Promise<string>,
  visit: (url: string, attack: Attack) => Promise<string>,
  url: string,
  attack: Attack,
): Promise<string[]> {
  const before = await look();
  const read = await visit(url, attack);
  const after = await look();
  const name = `${attack.name} from ${new URL(url).hostname}`;
  return [
    ...(read === 'refused' ? [] : [`${name} got: ${read.slice(0, 80)}`]),
    ...(after === before ? [] : [`${name} changed something`]),
  ];
}

/** Ana's data, including her sessions and the times of their last refresh. */
async function stateOf({ url }: Server, { token }: Account): Promise<string> {
  const paths = ['/tasks', '/groceries', '/users', '/conversations', '/trpc/auth.me', '/trpc/auth.sessions'];
  const responses = await Promise.all(paths.map(path => send(url, path, { token })));
  return responses.map(({ status, bytes }) => `${status} ${bytes}`).join('\n');
}
