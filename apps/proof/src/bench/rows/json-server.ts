import { isDeepStrictEqual } from 'node:util';
import type { Line } from '../bench.ts';
import { ask, callsOf, type Door, jsonServerDoor, OPERATIONS, type Operation, restDoor } from '../calls.ts';
import { dataOf } from '../data.ts';
import type { Lab } from '../lab.ts';
import { interleaved, sideOf } from '../load.ts';
import { loggedIn, type Person, peopleIn } from '../people.ts';
import { difference } from '../same.ts';
import { perSecond } from '../words.ts';

const CONNECTIONS = 10;
const LEAST: Record<Operation, number> = {
  'list of today': 8,
  'page of messages': 20,
  create: 80,
  complete: 80,
};

/** The REST door beside json-server 0.17.4, both with the same ten thousand rows. */
export async function measureJsonServer(lab: Lab): Promise<Line[]> {
  const size = lab.sizes.tenThousand;
  const known = peopleIn(await dataOf(size), size);
  const [ours, theirs] = [await lab.ours(size), await lab.peer('json-server', size)];
  const signed = await loggedIn(ours.url, known);
  await demandSameLists(ours.url, theirs.url, signed[0]);
  const lines: Line[] = [];
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, restDoor, operation, signed),
      theirs: side(theirs.url, jsonServerDoor, operation, known),
    });
    const [ratio, least] = [loads.ours.rate / loads.theirs.rate, LEAST[operation]];
    lines.push({
      operation: `REST, ${operation}, 10,000 tasks and 10,000 messages`,
      ours: perSecond(loads.ours),
      beside: `json-server ${perSecond(loads.theirs)}`,
      ratio,
      demanded: `≥ ${least} × json-server`,
      kept: ratio >= least,
    });
  }
  return lines;
}

function side(url: string, door: Door, operation: Operation, people: Person[]) {
  return sideOf(url, CONNECTIONS, number => callsOf(door, operation, people, number, CONNECTIONS));
}

/** json-server writes its answers over several lines, so the rows are compared. */
async function demandSameLists(ours: string, theirs: string, person: Person | undefined): Promise<void> {
  if (!person) throw new Error('the data holds no people');
  for (const operation of ['list of today', 'page of messages'] as const) {
    const [mine, reference] = await Promise.all([
      rowsOf(ours, restDoor(operation, person)),
      rowsOf(theirs, jsonServerDoor(operation, person)),
    ]);
    if (!isDeepStrictEqual(mine, reference)) {
      throw new Error(`${operation} is answered differently: ${difference(mine, reference)}`);
    }
  }
}

async function rowsOf(url: string, call: ReturnType<typeof restDoor>): Promise<unknown> {
  return (await ask(url, call)).json();
}
