import { readFileSync } from 'node:fs';
import type { Row } from '../../bench.ts';
import { login } from '../../lab/callers.ts';
import type { Lab } from '../../lab/lab.ts';
import { openBrowsers } from '../../load/open-browsers.ts';

const MOST_IDLE_MB = 130;
const MOST_BROWSER_KB = 40;

/** Memory of the idle process and of each connected browser. */
export async function measureMemory(lab: Lab): Promise<Row[]> {
  const server = await lab.ours(lab.sizes.reference);
  await settled(lab);
  const idle = residentKb(server.pid());
  const token = await login(server.url, 0);
  // The first browsers warm up the process.
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
      target: `≤ ${MOST_IDLE_MB} MB`,
      holds: idle <= MOST_IDLE_MB * 1_024,
    },
    {
      operation: `Memory of a connected browser, with ${2 * count} of them`,
      ours: `${each.toFixed(1)} KB`,
      target: `≤ ${MOST_BROWSER_KB} KB`,
      holds: each <= MOST_BROWSER_KB,
    },
  ];
}

/** Time for the garbage collection. */
function settled({ smoke }: Lab): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, smoke ? 50 : 3_000));
}

function residentKb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes);
}
