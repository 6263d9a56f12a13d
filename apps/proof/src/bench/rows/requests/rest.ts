import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { atLeast, atMost, comparedWithTuned, measuredWithTuned, ms, perSecond } from '../../load/format.ts';
import { interleaved, type Load, sideOf } from '../../load/load.ts';
import {
  callsOf,
  OPERATIONS,
  type Operation,
  READS,
  repeatedCallsOf,
  restCall,
} from '../../load/operations.ts';
import { assertSameResponses } from './same-responses.ts';

/** The least share of the baseline's responses per second. */
const LEAST = { reads: 0.75, writes: 1, manyWrites: 1.5 };
/** The same of the tuned baseline. */
const TUNED = { today: 0.8, messages: 0.75, writes: 1.3, manyWrites: 1.8 };
/** The highest multiple of the baseline's p99. */
const SLOWEST = 1.5;

/** The REST API compared with the baseline. */
export async function measureRest(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const known = peopleIn(await dataOf(reference), reference);
  const [ours, baseline] = [await lab.ours(reference), await lab.peer('baseline', reference)];
  const signed = await loggedIn(ours.url, known);
  await assertSameResponses(comparedServer(ours.url, signed), comparedServer(baseline.url, known), 'byte');
  const lines: Row[] = [];
  for (const [operation, connections] of plan(lab)) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed, connections),
      baseline: side(baseline.url, operation, known, connections),
    });
    lines.push(...linesOf(operation, connections, loads));
  }
  const tuned = await lab.peer('baseline', reference, '--tuned');
  for (const [operation, connections] of plan(lab)) {
    const loads = await interleaved(lab, {
      ours: repeatedSide(ours.url, operation, signed, connections),
      tuned: repeatedSide(tuned.url, operation, known, connections),
    });
    const name = `REST, ${operation}${READS.includes(operation) ? ', asked again' : ''}, ${connections} at once`;
    lines.push(comparedWithTuned(name, 'baseline', leastOfTuned(operation, connections), loads));
  }
  for (const operation of READS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed, 10),
      tuned: side(tuned.url, operation, known, 10),
    });
    lines.push(measuredWithTuned(`REST, ${operation}, 10 at once`, 'baseline', loads));
  }
  return lines;
}

function plan({ smoke }: Lab): [Operation, number][] {
  const ten = OPERATIONS.map((operation): [Operation, number] => [operation, 10]);
  return smoke ? ten : [...ten, ['create', 50], ['complete', 50]];
}

function leastOfTuned(operation: Operation, connections: number): number {
  if (operation === 'list of today') return TUNED.today;
  if (operation === 'page of messages') return TUNED.messages;
  return connections > 10 ? TUNED.manyWrites : TUNED.writes;
}

function comparedServer(url: string, people: Caller[]) {
  const [first] = people;
  if (!first) throw new Error('the data holds no people');
  return {
    url,
    call: (operation: Operation) =>
      restCall(
        operation,
        first,
        operation === 'complete' ? { id: first.open[0] ?? '', completed: true } : undefined,
      ),
  };
}

function side(url: string, operation: Operation, people: Caller[], connections: number) {
  return sideOf(url, connections, number => callsOf(restCall, operation, people, number, connections));
}

/** The same, but each read is made again and again. */
function repeatedSide(url: string, operation: Operation, people: Caller[], connections: number) {
  return sideOf(url, connections, number =>
    repeatedCallsOf(restCall, operation, people, number, connections),
  );
}

function linesOf(
  operation: Operation,
  connections: number,
  { ours, baseline }: Record<'ours' | 'baseline', Load>,
): Row[] {
  const isRead = READS.includes(operation);
  const least = isRead ? LEAST.reads : connections > 10 ? LEAST.manyWrites : LEAST.writes;
  const rate: Row = {
    operation: `REST, ${operation}, ${connections} at once`,
    ours: perSecond(ours),
    comparedWith: `baseline ${perSecond(baseline)}`,
    target: `≥ ${least} × baseline`,
    ...atLeast(least, ours.rate / baseline.rate),
  };
  if (!isRead) return [rate];
  const slowest: Row = {
    operation: `REST, ${operation}, p99`,
    ours: ms(ours.p99),
    comparedWith: `baseline ${ms(baseline.p99)}`,
    target: `≤ ${SLOWEST} × baseline`,
    ...atMost(SLOWEST, ours.p99 / baseline.p99),
  };
  return [rate, slowest];
}
