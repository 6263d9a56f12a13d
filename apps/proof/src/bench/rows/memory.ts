import { readFileSync } from 'node:fs';
import type { Line } from '../bench.ts';
import { openBrowsers } from '../browsers.ts';
import type { Lab } from '../lab.ts';
import { login } from '../people.ts';

const MOST_IDLE_MB = 130;
const MOST_BROWSER_KB = 40;

/** Memory of the process when it is idle, and of each connected browser. */
export async function measureMemory(lab: Lab): Promise<Line[]> {
  const server = await lab.ours(lab.sizes.reference);
  await settled(lab);
  const idle = residentKb(server.pid());
  const token = await login(server.url, 0);
  // The first ones make the process ready for any number of them.
  const count = lab.smoke ? 10 : 1_000;
  const first = await openBrowsers(server.port, token, count);
  await settled(lab);
  const before = residentKb(server.pid());
  const more = await openBrowsers(server.port, token, count);
  await settled(lab);
  const each = (residentKb(server.pid()) - before) / count;
  for (const browser of [...first, ...more]) browser.close();
  return [
    {
      operation: 'Memory, idle',
      ours: `${Math.round(idle / 1_024)} MB`,
      demanded: `≤ ${MOST_IDLE_MB} MB`,
      kept: idle <= MOST_IDLE_MB * 1_024,
    },
    {
      operation: `Memory of a connected browser, with ${2 * count} of them`,
      ours: `${each.toFixed(1)} KB`,
      demanded: `≤ ${MOST_BROWSER_KB} KB`,
      kept: each <= MOST_BROWSER_KB,
    },
  ];
}

/** Long enough for what is garbage to be found. */
function settled({ smoke }: Lab): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, smoke ? 50 : 3_000));
}

function residentKb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes);
}
