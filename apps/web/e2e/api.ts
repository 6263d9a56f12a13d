import type { BrowserContext, Page } from '@playwright/test';

type Method = 'get' | 'post' | 'patch' | 'delete';

const servers = new WeakMap<BrowserContext, string>();

/** @param url where the server itself listens. */
export function nameServer(context: BrowserContext, url: string): void {
  servers.set(context, url);
}

/**
 * The address of a path without the network of the journey: creating its data takes none of the latency. In a browser
 * without a named server it is the path itself.
 */
export function directly(page: Page, path: string): string {
  return `${servers.get(page.context()) ?? ''}${path}`;
}

/** Calls the REST API as the signed-in person of a page. Journeys create their data with it. */
export async function restOf(page: Page) {
  const { accessToken } = await (await page.request.get(directly(page, '/auth/refresh'))).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  return async function call(method: Method, path: string, data?: unknown) {
    const answer = await page.request[method](directly(page, path), {
      headers,
      ...(data === undefined ? {} : { data }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
}
