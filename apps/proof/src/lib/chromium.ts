import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import sparticuz from '@sparticuz/chromium';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The order: the browser in ONUS_CHROMIUM, an installed one, the one in the lockfile. */
export async function chromiumPath(): Promise<string> {
  return process.env.ONUS_CHROMIUM ?? installed() ?? sparticuz.executablePath();
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(existsSync);
}
