import { setTimeout as wait } from 'node:timers/promises';
import { median, quantile } from '../../figures.ts';
import type { Line } from '../bench.ts';
import { type Browser, openBrowsers } from '../browsers.ts';
import { ask, trpcDoor } from '../calls.ts';
import { dataOf } from '../data.ts';
import type { Lab } from '../lab.ts';
import { loggedIn, type Person, peopleIn } from '../people.ts';
import { ms } from '../words.ts';

const MOST_TIMES = 2;
const MOST_MS = 100;
/** Milliseconds between two changes, so that no browser gets two at once. */
const PAUSE = 40;

/** One person changes a task, and every open browser of theirs is told. */
export async function measureLive(lab: Lab): Promise<Line[]> {
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

/** From before the change is sent until each browser has heard of it. */
async function changes(lab: Lab, url: string, person: Person, browsers: Browser[]): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < (lab.smoke ? 2 : 20); number += 1) {
    const told = Promise.race([Promise.all(browsers.map(browser => browser.told())), patience()]);
    const change = { id: person.open[0] ?? '', completed: number % 2 === 0 };
    const began = performance.now();
    await (await ask(url, trpcDoor('complete', person, change))).arrayBuffer();
    for (const at of await told) times.push(at - began);
    await wait(PAUSE);
  }
  return times;
}

/** A browser that is told of nothing would be waited for without end. */
async function patience(): Promise<never> {
  await wait(30_000, undefined, { ref: false });
  throw new Error('some browser was not told of a change');
}

function lineOf(count: number, ours: number, bare: number): Line {
  return {
    operation: `A change seen on ${count} other screens, p99`,
    ours: ms(ours),
    beside: `bare tRPC ${ms(bare)}`,
    ratio: ours / bare,
    demanded: `≤ ${MOST_TIMES} × bare tRPC, ≤ ${MOST_MS} ms`,
    kept: ours <= MOST_TIMES * bare && ours <= MOST_MS,
  };
}
