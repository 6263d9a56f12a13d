import { readFileSync } from 'node:fs';
import { median } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms, whole } from '../../load/format.ts';
import { type Browser, openBrowsers } from '../../load/open-browsers.ts';
import { ask, trpcCall } from '../../load/operations.ts';

const MOST_IDLE_MB = 130;
const MOST_BROWSER_KB = 12;
const MOST_CHANGE_MS = 300;
/** Changes that every browser is told of. */
const CHANGES = 7;

/** Memory of the idle process and of each of 5,000 connected browsers, and how long a change to all of them takes. */
export async function measureMemory(lab: Lab): Promise<Row[]> {
  const server = await lab.ours(lab.sizes.reference);
  await settled(lab);
  const idle = residentKb(server.pid());
  const [known] = await loggedIn(
    server.url,
    peopleIn(await dataOf(lab.sizes.reference), lab.sizes.reference, 1),
  );
  if (!known) throw new Error('the data holds no people');
  // The first browsers warm up the process.
  const [few, many] = lab.smoke ? [5, 10] : [1_000, 4_000];
  const first = await openBrowsers(server.port, known.token, few);
  await settled(lab);
  const before = residentKb(server.pid());
  const browsers = [...first, ...(await openBrowsers(server.port, known.token, many))];
  await settled(lab);
  const each = (residentKb(server.pid()) - before) / many;
  const told = await timeToTell(server.url, known, browsers);
  for (const browser of browsers) browser.close();
  return [
    {
      operation: 'Memory, idle',
      ours: `${Math.round(idle / 1_024)} MB`,
      target: `≤ ${MOST_IDLE_MB} MB`,
      holds: idle <= MOST_IDLE_MB * 1_024,
    },
    {
      operation: `Memory of a connected browser, with ${whole(browsers.length)} of them`,
      ours: `${each.toFixed(1)} KB`,
      target: `≤ ${MOST_BROWSER_KB} KB`,
      holds: each <= MOST_BROWSER_KB,
    },
    {
      operation: `One change to ${whole(browsers.length)} browsers, until the last one is told, median`,
      ours: ms(told),
      target: `≤ ${MOST_CHANGE_MS} ms`,
      holds: told <= MOST_CHANGE_MS,
    },
  ];
}

/** Milliseconds from before a change is sent until the last browser is told of it. */
async function timeToTell(url: string, person: Caller, browsers: readonly Browser[]): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < CHANGES; number += 1) {
    const told = Promise.all(browsers.map(browser => browser.nextChange()));
    const change = { id: person.open[0] ?? '', completed: number % 2 === 0 };
    const began = performance.now();
    await (await ask(url, trpcCall('complete', person, change))).arrayBuffer();
    times.push(Math.max(...(await told)) - began);
  }
  return median(times);
}

/** Time for the garbage collection. */
function settled({ smoke }: Lab): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, smoke ? 50 : 3_000));
}

function residentKb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes);
}
