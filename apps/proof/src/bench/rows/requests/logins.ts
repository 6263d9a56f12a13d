import { median } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import { loggedIn, login, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms } from '../../load/format.ts';
import { loaded, sideOf } from '../../load/load.ts';
import { callsOf, restCall } from '../../load/operations.ts';

const A_SECOND = 100;
const MOST_MS = 50;
const MOST_TIMES = 2;
const CONNECTIONS = 10;

/** Reads during a login flood. Password hashing is slow on purpose and must not slow other calls. */
export async function measureLogins(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const server = await lab.ours(reference);
  const people = await loggedIn(server.url, peopleIn(await dataOf(reference), reference));
  const side = sideOf(server.url, CONNECTIONS, connection =>
    callsOf(restCall, 'list of today', people, connection, CONNECTIONS),
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

/** Each comes from its own address, like a hundred people. The server refuses those above its limit. */
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

function lineOf(quiet: number, busy: number): Row {
  const most = Math.max(MOST_MS, MOST_TIMES * quiet);
  return {
    operation: `List of today while ${A_SECOND} log in every second, p99`,
    ours: ms(busy),
    comparedWith: `quiet ${ms(quiet)}`,
    ratio: busy / quiet,
    target: `≤ ${MOST_MS} ms or ${MOST_TIMES} × quiet`,
    holds: busy <= most,
  };
}
