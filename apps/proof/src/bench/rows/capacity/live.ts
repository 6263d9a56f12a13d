import { setTimeout as wait } from 'node:timers/promises';
import { median, quantile } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms } from '../../load/format.ts';
import { type Browser, openBrowsers } from '../../load/open-browsers.ts';
import { ask, trpcCall } from '../../load/operations.ts';

const MOST_TIMES = 2;
const MOST_MS = 100;
/** Time between two changes in ms, so that no browser gets two at once. */
const PAUSE = 40;

/** One person changes a task, and every open browser of theirs is notified. */
export async function measureLive(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const count = lab.smoke ? 10 : 500;
  const [known] = peopleIn(await dataOf(reference), reference);
  if (!known) throw new Error('the data holds no people');
  const [ours, bare] = [await lab.ours(reference), await lab.peer('bare-trpc', reference)];
  const [signed = known] = await loggedIn(ours.url, [known]);
  const screens = {
    ours: await openBrowsers(ours.port, signed.token, count),
    bare: await openBrowsers(bare.port, known.token, count),
  };
  const seen = { ours: [] as number[], bare: [] as number[] };
  for (let round = -1; round < lab.rounds; round += 1) {
    const times = {
      ours: await changes(lab, ours.url, signed, screens.ours),
      bare: await changes(lab, bare.url, known, screens.bare),
    };
    // The first round warms up.
    if (round < 0) continue;
    seen.ours.push(quantile(times.ours, 0.99));
    seen.bare.push(quantile(times.bare, 0.99));
  }
  for (const browser of [...screens.ours, ...screens.bare]) browser.close();
  return [lineOf(count, median(seen.ours), median(seen.bare))];
}

/** Time from before the request until each browser is notified. */
async function changes(lab: Lab, url: string, person: Caller, browsers: Browser[]): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < (lab.smoke ? 2 : 20); number += 1) {
    const notified = Promise.race([Promise.all(browsers.map(browser => browser.nextChange())), patience()]);
    const change = { id: person.open[0] ?? '', completed: number % 2 === 0 };
    const began = performance.now();
    await (await ask(url, trpcCall('complete', person, change))).arrayBuffer();
    for (const at of await notified) times.push(at - began);
    await wait(PAUSE);
  }
  return times;
}

/** Time limit for a browser that is never notified. */
async function patience(): Promise<never> {
  await wait(30_000, undefined, { ref: false });
  throw new Error('some browser was not notified of a change');
}

function lineOf(count: number, ours: number, bare: number): Row {
  return {
    operation: `A change seen on ${count} other screens, p99`,
    ours: ms(ours),
    comparedWith: `bare tRPC ${ms(bare)}`,
    ratio: ours / bare,
    target: `≤ ${MOST_TIMES} × bare tRPC, ≤ ${MOST_MS} ms`,
    holds: ours <= MOST_TIMES * bare && ours <= MOST_MS,
  };
}
