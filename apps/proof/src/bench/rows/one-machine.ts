import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../../figures.ts';
import type { Line } from '../bench.ts';
import { type Browser, openBrowsers } from '../browsers.ts';
import { type Call, restDoor } from '../calls.ts';
import { dataOf } from '../data.ts';
import type { Lab } from '../lab.ts';
import { loggedIn, type Person, peopleIn } from '../people.ts';
import { whole } from '../words.ts';

/** Browsers of each household: all of them show every change. */
const BROWSERS = 4;
/** Changes a second, of all households together. */
const RATES = [25, 50, 100, 150, 200, 300, 400, 600, 800];
/** Milliseconds, p99: a person still sees the change as immediate. */
const TOLD_WITHIN = 100;
const SHOWN_WITHIN = 250;
const PATIENCE = 5_000;
const TAKES = 3;

interface Household {
  person: Person;
  browsers: Browser[];
  /** How many changes it has made by now. */
  changes: number;
}

interface Seen {
  /** From before a change is sent until a browser has heard of it, and until it has the new list. */
  told: number[];
  shown: number[];
}

/**
 * Capacity: the most changes a second that all screens show within the limits above. The measuring clients run
 * on the same machine and take their share of it.
 */
export async function measureOneMachine(lab: Lab): Promise<Line[]> {
  const { reference } = lab.sizes;
  const count = lab.smoke ? 3 : 500;
  const server = await lab.ours(reference);
  const people = await loggedIn(server.url, peopleIn(await dataOf(reference), reference, count));
  const households: Household[] = [];
  for (const person of people) {
    households.push({
      person,
      browsers: await openBrowsers(server.port, person.token, BROWSERS),
      changes: 0,
    });
  }
  const agent = new Agent({ keepAlive: true });
  let most = 0;
  for (const rate of lab.smoke ? RATES.slice(0, 1) : RATES) {
    const take = () =>
      changing(households, rate, lab.smoke ? 0.4 : 5, call => answered(server.url, agent, call));
    if (!(await isSoon(take))) break;
    most = rate;
  }
  agent.destroy();
  for (const browser of households.flatMap(({ browsers }) => browsers)) browser.close();
  const open = `${whole(households.length)} households with ${whole(households.length * BROWSERS)} browsers open`;
  return [
    {
      operation: `Changes that ${open} make and see, told within ${TOLD_WITHIN} ms, shown within ${SHOWN_WITHIN}`,
      ours: `${most}/s`,
      demanded: 'measured',
      kept: most > 0,
    },
  ];
}

/** With few changes one stall of the disk is enough to miss the p99, so a late take is measured again. */
async function isSoon(take: () => Promise<Seen>): Promise<boolean> {
  for (let takes = 0; takes < TAKES; takes += 1) {
    const { told, shown } = await take();
    if (quantile(told, 0.99) <= TOLD_WITHIN && quantile(shown, 0.99) <= SHOWN_WITHIN) return true;
  }
  return false;
}

/** So many changes a second, by the households in turn, and what each of their browsers then asks for. */
async function changing(
  households: Household[],
  rate: number,
  seconds: number,
  ask: (call: Call) => Promise<void>,
): Promise<Seen> {
  const seen: Seen = { told: [], shown: [] };
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < rate * seconds; number += 1) {
    const due = began + (number / rate) * 1_000;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    const household = households[number % households.length];
    if (household) pending.push(change(household, seen, ask));
  }
  await Promise.all(pending);
  return seen;
}

async function change(household: Household, seen: Seen, ask: (call: Call) => Promise<void>): Promise<void> {
  const { person, browsers } = household;
  const began = performance.now();
  const told = browsers.map(async browser => {
    // A browser that is told late is told of several changes at once, and of one of them never.
    const at = await Promise.race([browser.told(), wait(PATIENCE, began + PATIENCE, { ref: false })]);
    seen.told.push(at - began);
    await ask(restDoor('list of today', person));
    seen.shown.push(performance.now() - began);
  });
  const completed = household.changes++ % 2 === 0;
  await ask(restDoor('complete', person, { id: person.open[0] ?? '', completed }));
  await Promise.all(told);
}

/** What a browser needs for it: one connection that is kept. Rejects for anything but success. */
function answered(url: string, agent: Agent, { method, path, headers, body }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method, headers, agent }, answer => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}`));
      });
    });
    asked.on('error', reject).end(body);
  });
}
