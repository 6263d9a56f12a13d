import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from '@onus/proof/chromium';
import { type Browser, chromium, type Page } from '@playwright/test';
import { fillDemo } from './demo.ts';
import { type Install, removeInstall, startInstall } from './install.ts';
import { ANA, login, register } from './journey.ts';

/** Takes the pictures of the landing page and the README from the running app. Run by `pnpm pictures`. */
const SIZE = { width: 860, height: 580 };
const PHONE = { width: 390, height: 640 };
const DAY = 86_400_000;
const PUBLIC = '../public/';
const DOCS = '../../../docs/pictures/';

const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
await takeDashboard();
await takeHousehold();
await browser.close();

/** For the landing page, in both themes. */
async function takeDashboard(): Promise<void> {
  const install = await startInstall();
  const page = await openPage(install);
  await register(page, ANA);
  await fill(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await page.getByText('Water the plants').waitFor();
    await take(page, `${PUBLIC}dashboard-${colorScheme}.webp`);
  }
  await page.setViewportSize(PHONE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await page.getByText('Water the plants').waitFor();
    await take(page, `${PUBLIC}phone-${colorScheme}.webp`);
  }
  await removeInstall(install);
}

/** For the README: the other pages, with the household of `onus demo`. */
async function takeHousehold(): Promise<void> {
  const install = await startInstall();
  const page = await openPage(install);
  const [head] = await fillDemo(install);
  await login(page, head);
  await page.waitForURL('**/dash/tasks');
  await page.goto('/dash/manager?tab=members');
  await page.getByRole('region', { name: 'LAST 6 MONTHS' }).getByRole('link').first().waitFor();
  await page.getByRole('heading', { name: 'Robin' }).waitFor();
  await take(page, `${DOCS}manager.webp`);
  await page.goto('/dash/groceries');
  for (const item of ['Cat food', 'Washing powder']) {
    await page.getByRole('button', { name: `Tick off ${item}` }).click();
  }
  await page.getByText('5 of 9 in the cart').waitFor();
  // The row that has the focus shows its buttons.
  await page.reload();
  await page.getByText('5 of 9 in the cart').waitFor();
  await take(page, `${DOCS}groceries.webp`);
  await page.goto('/dash/messages');
  await page.getByRole('link', { name: /^Robin.*unread/ }).waitFor({ state: 'detached' });
  await page.getByRole('log').getByText('And please bring bread.').waitFor();
  await take(page, `${DOCS}messages.webp`);
  await removeInstall(install);
}

async function openPage({ url }: Install): Promise<Page> {
  const look = { viewport: SIZE, deviceScaleFactor: 2, timezoneId: 'UTC', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...look, baseURL: url });
  return context.newPage();
}

async function take(page: Page, file: string): Promise<void> {
  await page.getByTitle('Live').waitFor();
  await page.evaluate(() => document.fonts.ready);
  const picture = await webp(browser, await page.screenshot());
  await writeFile(fileURLToPath(new URL(file, import.meta.url)), picture);
}

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

/** The browser that took the picture also compresses it. */
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
