import { median } from '../../figures.ts';
import type { Line } from '../bench.ts';
import { callsOf, restDoor } from '../calls.ts';
import { dataOf } from '../data.ts';
import type { Lab } from '../lab.ts';
import { loaded, sideOf } from '../load.ts';
import { loggedIn, login, peopleIn } from '../people.ts';
import { ms } from '../words.ts';

const A_SECOND = 100;
const MOST_MS = 50;
const MOST_TIMES = 2;
const CONNECTIONS = 10;

/** Reads during a login flood. Checking a password is slow on purpose and must not slow other calls. */
export async function measureLogins(lab: Lab): Promise<Line[]> {
  const { reference } = lab.sizes;
  const server = await lab.ours(reference);
  const people = await loggedIn(server.url, peopleIn(await dataOf(reference), reference));
  const side = sideOf(server.url, CONNECTIONS, connection =>
    callsOf(restDoor, 'list of today', people, connection, CONNECTIONS),
  );
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let round = -1; round < lab.rounds; round += 1) {
    const alone = await loaded(side, lab.effort);
    const crowd = startLogins(server.url, reference.people);
    const crowded = await loaded(side, lab.effort);
    await crowd.end();
    if (round < 0) continue;
    quiet.push(alone.p99);
    busy.push(crowded.p99);
  }
  return [lineOf(median(quiet), median(busy))];
}

/** Each from an address of its own, as a hundred people are; those that are too many are told so. */
function startLogins(url: string, people: number): { end(): Promise<void> } {
  const pending = new Set<Promise<unknown>>();
  let number = 0;
  const timer = setInterval(() => {
    number += 1;
    const address = `10.${number % 200}.${Math.floor(number / 200) % 200}.1`;
    const one: Promise<unknown> = login(url, number % people, address)
      .catch(() => {})
      .finally(() => pending.delete(one));
    pending.add(one);
  }, 1_000 / A_SECOND);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}

function lineOf(quiet: number, busy: number): Line {
  const most = Math.max(MOST_MS, MOST_TIMES * quiet);
  return {
    operation: `List of today while ${A_SECOND} log in every second, p99`,
    ours: ms(busy),
    beside: `quiet ${ms(quiet)}`,
    ratio: busy / quiet,
    demanded: `≤ ${MOST_MS} ms or ${MOST_TIMES} × quiet`,
    kept: busy <= most,
  };
}
