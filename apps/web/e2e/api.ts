import type { Page } from '@playwright/test';

type Method = 'get' | 'post' | 'patch' | 'delete';

/** Calls the REST API as the signed-in person of a page. Journeys create their data with it. */
export async function restOf(page: Page) {
  const { accessToken } = await (await page.request.get('/auth/refresh')).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  return async function call(method: Method, path: string, data?: unknown) {
    const answer = await page.request[method](path, { headers, ...(data === undefined ? {} : { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
}
