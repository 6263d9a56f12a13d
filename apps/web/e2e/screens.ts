import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromiumPath } from '@onus/proof/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { removeInstall, startInstall } from './install.ts';
import type { Person } from './journey.ts';
import { type Cast, fillScreens } from './screens-data.ts';
import { SCENES, type Scene } from './screens-scenes.ts';

/**
 * Takes a screenshot of every screen in every state, on a desktop and a phone, light and dark. Run by
 * `pnpm screens [folder]`; words after the folder choose the scenes whose names contain one of them.
 */
const DEVICES = {
  desk: { viewport: { width: 1280, height: 880 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
type Device = keyof typeof DEVICES;

const [folder = 'screens', ...words] = process.argv.slice(2);
const target = resolve(folder);
const scenes = SCENES.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
const failures = (await Promise.all([takeAll(browser, 'desk'), takeAll(browser, 'phone')])).flat();
await browser.close();
process.stdout.write(`${scenes.length * 4 - failures.length * 2} pictures in ${target}\n`);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Each device has its own server and data, so that they do not affect each other. */
async function takeAll(on: Browser, device: Device): Promise<string[]> {
  const install = await startInstall();
  const cast = await fillScreens(install);
  const failed: string[] = [];
  const contexts = new Map<Scene['by'], BrowserContext>();
  for (const scene of scenes) {
    const who = scene.by === 'nobody' ? undefined : cast[scene.by];
    // A scene with a fault has a browser of its own, which remembers nothing and whose changes stay in it.
    const known = scene.given ? undefined : contexts.get(scene.by);
    const context = known ?? (await contextOf(on, install.url, device, who));
    await take(context, scene, cast, device).catch((error: unknown) => {
      failed.push(`${scene.name} (${device}): ${error}`);
    });
    if (scene.given) await context.close();
    else contexts.set(scene.by, context);
  }
  for (const context of contexts.values()) await context.close();
  await removeInstall(install);
  return failed;
}

async function contextOf(on: Browser, baseURL: string, device: Device, who: Person | undefined) {
  const context = await on.newContext({
    ...DEVICES[device],
    baseURL,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(10_000);
  if (who) {
    const { email, password } = who;
    const answer = await context.request.post('/api/users/login', { data: { email, password } });
    if (!answer.ok()) throw new Error(`${email} cannot log in: ${await answer.text()}`);
    await context.addInitScript(() => localStorage.setItem('persist', 'true'));
  }
  return context;
}

async function take(context: BrowserContext, scene: Scene, cast: Cast, device: Device): Promise<void> {
  const page = await context.newPage();
  try {
    await scene.given?.(page);
    await page.goto(typeof scene.at === 'string' ? scene.at : scene.at(cast), { waitUntil: 'networkidle' });
    await scene.act?.(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await page.screenshot({
        path: join(target, `${scene.name}-${device}-${colorScheme}.png`),
        caret: 'initial',
      });
    }
  } finally {
    await page.close();
  }
}

/** Waits until all responses, fonts, pictures and color transitions are done. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(150);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter(image => image.checkVisibility());
    await Promise.all(shown.map(image => image.decode()));
  });
}
