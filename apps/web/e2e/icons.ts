import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from '@onus/proof/chromium';
import { chromium } from '@playwright/test';

/** Draws the icons of the installed app from favicon.svg, which has the mark of `ui/logo.tsx`. Run by `pnpm --filter @onus/web icons`. */
const PUBLIC = new URL('../public/', import.meta.url);
const SVG = await readFile(new URL('favicon.svg', PUBLIC), 'utf8');

/** A launcher cuts a maskable icon into its own shape: the ground fills it, and the mark keeps to the middle. */
const MASKABLE = SVG.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"').replace(
  '<rect width="32" height="32" rx="8"',
  '<rect x="-3" y="-3" width="38" height="38"',
);

const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
await draw('icon-192.png', SVG, 192);
await draw('icon-512.png', SVG, 512);
await draw('icon-maskable.png', MASKABLE, 512);
await browser.close();

async function draw(file: string, svg: string, size: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await page.setContent(
    `<style>body{margin:0}</style><img src="${source}" width="${size}" height="${size}">`,
  );
  await page.getByRole('img').evaluate((image: HTMLImageElement) => image.decode());
  const picture = await page.screenshot({ omitBackground: true });
  await writeFile(fileURLToPath(new URL(file, PUBLIC)), picture);
  await page.close();
}
