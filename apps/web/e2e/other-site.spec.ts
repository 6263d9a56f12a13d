import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, type Page } from '@playwright/test';
import type { Install } from './install.ts';
import { ANA, register, test } from './journey.ts';

/**
 * A page on another port of this machine. To a browser that is the same site, so that it sends our cookies
 * along, as it does for a neighboring subdomain. No other site has more access.
 */
async function neighbour(install: Install, markup: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>elsewhere</title>${markup.replaceAll('TARGET', install.url)}`);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  return { url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`, server };
}

const PAGE = `
  <img src="TARGET/auth/refresh"><img src="TARGET/trpc/auth.refresh">
  <iframe src="TARGET/dash/tasks"></iframe>
  <iframe name="sink"></iframe>
  <form id="logout" method="post" target="sink" action="TARGET/auth/logout"></form>
  <form id="plain" method="post" target="sink" action="TARGET/trpc/auth.logout" enctype="text/plain">
    <input name="a" value="b"></form>`;

/** Everything that such a page can try. Returns what it could read. */
async function attack(page: Page, target: string): Promise<unknown[]> {
  return page.evaluate(async url => {
    for (const id of ['logout', 'plain']) {
      (document.getElementById(id) as HTMLFormElement).submit();
      await new Promise(resolve => setTimeout(resolve, 300));
    }
    const credentials = 'include';
    const read: unknown[] = [];
    for (const [path, method] of [
      ['/auth/refresh', 'GET'],
      ['/auth/logout', 'POST'],
      ['/trpc/auth.refresh', 'POST'],
      ['/trpc/auth.logout', 'POST'],
    ] as const) {
      await fetch(url + path, { method, credentials, mode: 'no-cors' }).catch(() => {});
      const seen = await fetch(url + path, { method, credentials })
        .then(answer => answer.text())
        .catch(() => null);
      read.push(seen);
    }
    for (const path of ['/trpc', '/socket.io/?EIO=4&transport=websocket']) {
      const socket = new WebSocket(url.replace('http', 'ws') + path);
      read.push(
        await new Promise(resolve => {
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve(null);
        }),
      );
    }
    return read;
  }, target);
}

test('a page on a neighboring origin gains nothing from the cookies that a browser sends along', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  // The app has refreshed its session. From now on only another page could.
  await expect(page.getByRole('button', { name: 'Add Task' }).first()).toBeVisible();
  const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'onus')?.value;
  const before = await cookie();
  const { url, server } = await neighbour(install, PAGE);
  const other = await page.context().newPage();
  await other.goto(url);
  const sent: (string | undefined)[] = [];
  other.on('request', async request => {
    if (request.url().startsWith(install.url)) sent.push((await request.allHeaders()).cookie);
  });
  expect(await attack(other, install.url)).toEqual(Array(6).fill(null));
  // The control: the browser did send our cookie there.
  expect(
    sent.some(header => header?.includes(`onus=${before}`)),
    `${before} in ${sent.join(' | ')}`,
  ).toBe(true);
  expect(await cookie()).toBe(before);
  await other.close();
  server.close();

  await page.reload();
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  const { origin } = new URL(page.url());
  expect(origin).toBe(install.url);
});
