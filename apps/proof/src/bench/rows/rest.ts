import type { Line } from '../bench.ts';
import { callsOf, OPERATIONS, type Operation, READS, restDoor } from '../calls.ts';
import { dataOf } from '../data.ts';
import type { Lab } from '../lab.ts';
import { interleaved, type Load, sideOf } from '../load.ts';
import { loggedIn, type Person, peopleIn } from '../people.ts';
import { demandSame } from '../same.ts';
import { besideOnce, ms, perSecond } from '../words.ts';

/** Least share of the floor's answers a second. */
const LEAST = { reads: 0.75, writes: 1, manyWrites: 1.5 };
/** Most times the floor's p99. */
const SLOWEST = 1.5;

/** The REST door beside the floor. */
export async function measureRest(lab: Lab): Promise<Line[]> {
  const { reference } = lab.sizes;
  const known = peopleIn(await dataOf(reference), reference);
  const [ours, floor] = [await lab.ours(reference), await lab.peer('floor', reference)];
  const signed = await loggedIn(ours.url, known);
  await demandSame(answerer(ours.url, signed), answerer(floor.url, known), 'byte');
  const lines: Line[] = [];
  for (const [operation, connections] of plan(lab)) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed, connections),
      floor: side(floor.url, operation, known, connections),
    });
    lines.push(...linesOf(operation, connections, loads));
  }
  const once = await lab.peer('floor', reference, '--once');
  for (const operation of READS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed, 10),
      once: side(once.url, operation, known, 10),
    });
    lines.push(besideOnce(`REST, ${operation}`, 'baseline', loads));
  }
  return lines;
}

function plan({ smoke }: Lab): [Operation, number][] {
  const ten = OPERATIONS.map((operation): [Operation, number] => [operation, 10]);
  return smoke ? ten : [...ten, ['create', 50], ['complete', 50]];
}

function answerer(url: string, people: Person[]) {
  const [first] = people;
  if (!first) throw new Error('the data holds no people');
  return {
    url,
    call: (operation: Operation) =>
      restDoor(
        operation,
        first,
        operation === 'complete' ? { id: first.open[0] ?? '', completed: true } : undefined,
      ),
  };
}

function side(url: string, operation: Operation, people: Person[], connections: number) {
  return sideOf(url, connections, number => callsOf(restDoor, operation, people, number, connections));
}

function linesOf(
  operation: Operation,
  connections: number,
  { ours, floor }: Record<'ours' | 'floor', Load>,
): Line[] {
  const isRead = READS.includes(operation);
  const least = isRead ? LEAST.reads : connections > 10 ? LEAST.manyWrites : LEAST.writes;
  const ratio = ours.rate / floor.rate;
  const rate: Line = {
    operation: `REST, ${operation}, ${connections} at once`,
    ours: perSecond(ours),
    beside: `baseline ${perSecond(floor)}`,
    ratio,
    demanded: `≥ ${least} × baseline`,
    kept: ratio >= least,
  };
  if (!isRead) return [rate];
  const slowest: Line = {
    operation: `REST, ${operation}, p99`,
    ours: ms(ours.p99),
    beside: `baseline ${ms(floor.p99)}`,
    ratio: ours.p99 / floor.p99,
    demanded: `≤ ${SLOWEST} × baseline`,
    kept: ours.p99 <= SLOWEST * floor.p99,
  };
  return [rate, slowest];
}
