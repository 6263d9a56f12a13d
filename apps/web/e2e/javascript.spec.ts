import { expect, type Response } from '@playwright/test';
import { BUDGET, javascriptOf } from './javascript.ts';
import { ANA, register, test } from './journey.ts';

test('a first visit loads no more JavaScript than its budget', async ({ openBrowser }) => {
  const ana = await openBrowser();
  await register(ana, ANA);
  const storageState = await ana.context().storageState();
  const seen: Record<string, number> = {
    '/login': await javascriptOf(await openBrowser(), '/login'),
    '/dash/tasks': await javascriptOf(await openBrowser({ storageState }), '/dash/tasks'),
  };
  expect(Object.keys(seen)).toEqual(Object.keys(BUDGET));
  for (const [path, most] of Object.entries(BUDGET)) expect(seen[path], path).toBeLessThanOrEqual(most);
});

test('Chromium is told which modules to compile whole', async ({ openBrowser }) => {
  const page = await openBrowser();
  const first: Record<string, Promise<string>> = {};
  page.on('response', response => {
    const [, chunk] = /\/(start|dash|task-page)-[\w-]{7}\.js$/.exec(response.url()) ?? [];
    if (chunk) first[chunk] = response.text().then(text => text.split('\n', 1)[0] ?? '');
  });
  await register(page, ANA);
  await page.getByLabel('Quick add').waitFor();
  const hint = '//# allFunctionsCalledOnLoad';
  expect([await first.dash, await first['task-page']]).toEqual([hint, hint]);
  // A classic script that was stored is compiled already.
  expect(await first.start).not.toBe(hint);
});

test('the server compresses text files, and their content stays the same', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  const answers: Response[] = [];
  page.on('response', response => answers.push(response));
  await page.goto('/login', { waitUntil: 'networkidle' });
  const texts = answers.filter(answer =>
    ['document', 'script', 'stylesheet'].includes(answer.request().resourceType()),
  );
  expect(texts.length).toBeGreaterThan(2);
  for (const answer of texts) {
    const url = answer.url().replace('/login', '/index.html');
    for (const encoding of ['br', 'gzip', 'identity']) {
      const again = await page.request.get(url, { headers: { 'accept-encoding': encoding } });
      expect(again.headers()['content-encoding'] ?? 'identity', url).toBe(encoding);
      expect(again.headers().vary, url).toMatch(/accept-encoding/i);
      expect(await again.body(), url).toEqual(await answer.body());
    }
  }
  expect((await page.request.get(`${install.url}/index.html.br`)).status()).toBe(404);
});
