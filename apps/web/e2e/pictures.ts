import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from './browser.ts';
import { removeInstall, startInstall } from './install.ts';
import { ANA, register } from './journey.ts';

/** Takes the pictures of the landing page and the README from the running app. Run by `pnpm pictures`. */
const SIZE = { width: 860, height: 580 };
const DAY = 86_400_000;

const install = await startInstall();
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
const scene = { baseURL: install.url, viewport: SIZE, deviceScaleFactor: 2, timezoneId: 'UTC' };
const context = await browser.newContext({ ...scene, reducedMotion: 'reduce' });
const page = await context.newPage();
await register(page, ANA);
await fill(page);
for (const colorScheme of ['light', 'dark'] as const) {
  await page.emulateMedia({ colorScheme });
  await page.reload();
  await page.getByText('Water the plants').waitFor();
  await page.getByTitle('Live').waitFor();
  await page.evaluate(() => document.fonts.ready);
  const picture = await webp(browser, await page.screenshot());
  await writeFile(
    fileURLToPath(new URL(`../public/dashboard-${colorScheme}.webp`, import.meta.url)),
    picture,
  );
}
await browser.close();
await removeInstall(install);

/** A day in a household, through the REST API. */
async function fill(target: Page): Promise<void> {
  const { accessToken } = await (await target.request.get('/auth/refresh')).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const due = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const tasks = [
    { title: 'Take the bins out', recurrenceType: 'weekly' },
    { title: 'Call the school about the trip', text: 'Packed lunch or not, and by when they need the form.' },
    { title: 'Water the plants', recurrenceType: 'interval', recurrenceInterval: 3 },
    { title: 'Pay the electricity bill', recurrenceType: 'monthly', done: true },
    { title: 'Pick up the parcel', text: 'The post office closes at six.' },
    { title: 'Book the dentist', dueDate: due(-2) },
    { title: 'Renew the library cards', dueDate: due(6) },
    { title: 'Order new passports', dueDate: due(20) },
  ];
  for (const { done, ...task } of tasks) {
    const answer = await target.request.post('/tasks', { headers, data: { dueDate: due(0), ...task } });
    const { id } = await answer.json();
    if (done) await target.request.patch('/tasks', { headers, data: { id, completed: true } });
  }
}

/** The browser that took the picture also knows how to write it small. */
async function webp(encoder: Browser, png: Buffer): Promise<Buffer> {
  const canvas = await encoder.newPage();
  const bytes = await canvas.evaluate(
    async source => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const target = new OffscreenCanvas(image.width, image.height);
      target.getContext('2d')?.drawImage(image, 0, 0);
      const blob = await target.convertToBlob({ type: 'image/webp', quality: 0.9 });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await canvas.close();
  return Buffer.from(bytes);
}
