import type { Line } from '../bench.ts';
import { callsOf, OPERATIONS, type Operation, restDoor } from '../calls.ts';
import { dataOf } from '../data.ts';
import type { Lab } from '../lab.ts';
import { interleaved, sideOf } from '../load.ts';
import { loggedIn, peopleIn } from '../people.ts';
import type { Size } from '../sizes.ts';
import { ms, whole } from '../words.ts';

/** One call at a time: how long a response takes without a queue. */
const CONNECTIONS = 1;
const MOST = 1.25;

/** The same people with few tasks and with very many: what is asked is equally long. */
export async function measureGrowth(lab: Lab): Promise<Line[]> {
  const { few, many } = lab.sizes;
  const [small, large] = [await openSide(lab, few), await openSide(lab, many)];
  const [from, to] = [few, many].map(size => whole(size.people * size.tasksEach));
  const lines: Line[] = [];
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, { small: small(operation), large: large(operation) });
    const ratio = loads.large.p50 / loads.small.p50;
    lines.push({
      operation: `Growth from ${from} to ${to} tasks: ${operation}, median`,
      ours: ms(loads.large.p50),
      beside: `with ${from}: ${ms(loads.small.p50)}`,
      ratio,
      demanded: `≤ ${MOST} ×`,
      kept: ratio <= MOST,
    });
  }
  return lines;
}

async function openSide(lab: Lab, size: Size) {
  const server = await lab.ours(size);
  const people = await loggedIn(server.url, peopleIn(await dataOf(size), size));
  return (operation: Operation) =>
    sideOf(server.url, CONNECTIONS, number => callsOf(restDoor, operation, people, number, CONNECTIONS));
}
