import type { Server } from '../../../lib/server/server.ts';
import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Size } from '../../lab/sizes.ts';
import { ms, whole } from '../../load/format.ts';
import { interleaved, type Side, sideOf } from '../../load/load.ts';
import { callsOf, OPERATIONS, type Operation, restCall } from '../../load/operations.ts';

/** One call at a time, so that no queue adds to the response time. */
const CONNECTIONS = 1;
const MOST = 1.25;

/** The same people with few and with very many tasks. The responses have equal length. */
export async function measureGrowth(lab: Lab): Promise<Row[]> {
  const { few, many } = lab.sizes;
  return growthRows(lab, await openData(lab, few), await openData(lab, many));
}

/** The server on data of a size, with people who are logged in. */
export interface OpenedData {
  size: Size;
  server: Server;
  people: Caller[];
}

export async function openData(lab: Lab, size: Size): Promise<OpenedData> {
  const server = await lab.ours(size);
  return { size, server, people: await loggedIn(server.url, peopleIn(await dataOf(size), size)) };
}

export function tasksIn({ people, tasksEach }: Size): string {
  return whole(people * tasksEach);
}

/** The median of each operation on both, in turns. */
export async function growthRows(lab: Lab, small: OpenedData, large: OpenedData): Promise<Row[]> {
  const [from, to] = [tasksIn(small.size), tasksIn(large.size)];
  const lines: Row[] = [];
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, {
      small: sideOn(small, operation),
      large: sideOn(large, operation),
    });
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

function sideOn({ server, people }: OpenedData, operation: Operation): Side {
  return sideOf(server.url, CONNECTIONS, number => callsOf(restCall, operation, people, number, CONNECTIONS));
}
