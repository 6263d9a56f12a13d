import type { Row } from '../../bench.ts';
import { loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Size } from '../../lab/sizes.ts';
import { ms, whole } from '../../load/format.ts';
import { interleaved, sideOf } from '../../load/load.ts';
import { callsOf, OPERATIONS, type Operation, restCall } from '../../load/operations.ts';

/** One call at a time, so that no queue adds to the response time. */
const CONNECTIONS = 1;
const MOST = 1.25;

/** The same people with few and with very many tasks. The responses have equal length. */
export async function measureGrowth(lab: Lab): Promise<Row[]> {
  const { few, many } = lab.sizes;
  const [small, large] = [await openSide(lab, few), await openSide(lab, many)];
  const [from, to] = [few, many].map(size => whole(size.people * size.tasksEach));
  const lines: Row[] = [];
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, { small: small(operation), large: large(operation) });
    const ratio = loads.large.p50 / loads.small.p50;
    lines.push({
      operation: `Growth from ${from} to ${to} tasks: ${operation}, median`,
      ours: ms(loads.large.p50),
      comparedWith: `with ${from}: ${ms(loads.small.p50)}`,
      ratio,
      target: `≤ ${MOST} ×`,
      holds: ratio <= MOST,
    });
  }
  return lines;
}

async function openSide(lab: Lab, size: Size) {
  const server = await lab.ours(size);
  const people = await loggedIn(server.url, peopleIn(await dataOf(size), size));
  return (operation: Operation) =>
    sideOf(server.url, CONNECTIONS, number => callsOf(restCall, operation, people, number, CONNECTIONS));
}
