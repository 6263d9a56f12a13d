import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { atLeast, comparedWithTuned, measuredWithTuned, perSecond } from '../../load/format.ts';
import { interleaved, sideOf } from '../../load/load.ts';
import {
  callsOf,
  OPERATIONS,
  type Operation,
  READS,
  repeatedCallsOf,
  trpcCall,
} from '../../load/operations.ts';
import { assertSameResponses } from './same-responses.ts';

const CONNECTIONS = 10;
const LEAST = { usual: 0.9, tuned: 0.95 };

/** tRPC compared with bare procedures on the same HTTP server with the same statements. */
export async function measureTrpc(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const known = peopleIn(await dataOf(reference), reference);
  const [ours, bare] = [await lab.ours(reference), await lab.peer('bare-trpc', reference)];
  const signed = await loggedIn(ours.url, known);
  await assertSameResponses(comparedServer(ours.url, signed), comparedServer(bare.url, known), 'field');
  const lines: Row[] = [];
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed),
      bare: side(bare.url, operation, known),
    });
    lines.push({
      operation: `tRPC, ${operation}, ${CONNECTIONS} at once`,
      ours: perSecond(loads.ours),
      comparedWith: `bare tRPC ${perSecond(loads.bare)}`,
      target: `≥ ${LEAST.usual} × bare tRPC`,
      ...atLeast(LEAST.usual, loads.ours.rate / loads.bare.rate),
    });
  }
  const tuned = await lab.peer('bare-trpc', reference, '--tuned');
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, {
      ours: repeatedSide(ours.url, operation, signed),
      tuned: repeatedSide(tuned.url, operation, known),
    });
    const name = `tRPC, ${operation}${READS.includes(operation) ? ', asked again' : ''}`;
    lines.push(comparedWithTuned(name, 'bare tRPC', LEAST.tuned, loads));
  }
  for (const operation of READS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed),
      tuned: side(tuned.url, operation, known),
    });
    lines.push(measuredWithTuned(`tRPC, ${operation}`, 'bare tRPC', loads));
  }
  return lines;
}

function comparedServer(url: string, people: Caller[]) {
  const [first] = people;
  if (!first) throw new Error('the data holds no people');
  const change = { id: first.open[0] ?? '', completed: true };
  return {
    url,
    call: (operation: Operation) => trpcCall(operation, first, operation === 'complete' ? change : undefined),
  };
}

function side(url: string, operation: Operation, people: Caller[]) {
  return sideOf(url, CONNECTIONS, number => callsOf(trpcCall, operation, people, number, CONNECTIONS));
}

/** The same, but each read is made again and again. */
function repeatedSide(url: string, operation: Operation, people: Caller[]) {
  return sideOf(url, CONNECTIONS, number =>
    repeatedCallsOf(trpcCall, operation, people, number, CONNECTIONS),
  );
}
