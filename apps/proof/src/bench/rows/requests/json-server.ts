import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { atLeast, perSecond } from '../../load/format.ts';
import { interleaved, sideOf } from '../../load/load.ts';
import {
  ask,
  type CallBuilder,
  callsOf,
  jsonServerCall,
  OPERATIONS,
  type Operation,
  restCall,
} from '../../load/operations.ts';
import { difference } from './same-responses.ts';

const CONNECTIONS = 10;
const LEAST: Record<Operation, number> = {
  'list of today': 8,
  'page of messages': 20,
  create: 80,
  complete: 80,
};

/** The REST API compared with json-server 0.17.4, both with the same ten thousand rows. */
export async function measureJsonServer(lab: Lab): Promise<Row[]> {
  const size = lab.sizes.tenThousand;
  const known = peopleIn(await dataOf(size), size);
  const [ours, theirs] = [await lab.ours(size), await lab.peer('json-server', size)];
  const signed = await loggedIn(ours.url, known);
  await assertSameLists(ours.url, theirs.url, signed[0]);
  const lines: Row[] = [];
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, restCall, operation, signed),
      theirs: side(theirs.url, jsonServerCall, operation, known),
    });
    const least = LEAST[operation];
    lines.push({
      operation: `REST, ${operation}, 10,000 tasks and 10,000 messages`,
      ours: perSecond(loads.ours),
      comparedWith: `json-server ${perSecond(loads.theirs)}`,
      target: `≥ ${least} × json-server`,
      ...atLeast(least, loads.ours.rate / loads.theirs.rate),
    });
  }
  return lines;
}

function side(url: string, build: CallBuilder, operation: Operation, people: Caller[]) {
  return sideOf(url, CONNECTIONS, number => callsOf(build, operation, people, number, CONNECTIONS));
}

/** json-server writes its responses over several lines, so the rows are compared. */
async function assertSameLists(ours: string, theirs: string, person: Caller | undefined): Promise<void> {
  if (!person) throw new Error('the data holds no people');
  for (const operation of ['list of today', 'page of messages'] as const) {
    const [mine, reference] = await Promise.all([
      rowsOf(ours, restCall(operation, person)),
      rowsOf(theirs, jsonServerCall(operation, person)),
    ]);
    if (!isDeepStrictEqual(mine, reference)) {
      throw new Error(`${operation} gets different responses: ${difference(mine, reference)}`);
    }
  }
}

async function rowsOf(url: string, call: ReturnType<typeof restCall>): Promise<unknown> {
  return (await ask(url, call)).json();
}
