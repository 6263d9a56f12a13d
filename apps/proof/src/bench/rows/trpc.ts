import type { Line } from '../bench.ts';
import { callsOf, OPERATIONS, type Operation, READS, trpcDoor } from '../calls.ts';
import { dataOf } from '../data.ts';
import type { Lab } from '../lab.ts';
import { interleaved, sideOf } from '../load.ts';
import { loggedIn, type Person, peopleIn } from '../people.ts';
import { demandSame } from '../same.ts';
import { besideOnce, perSecond } from '../words.ts';

const CONNECTIONS = 10;
const LEAST = 0.9;

/** The tRPC door beside bare procedures on the same HTTP server with the same statements. */
export async function measureTrpc(lab: Lab): Promise<Line[]> {
  const { reference } = lab.sizes;
  const known = peopleIn(await dataOf(reference), reference);
  const [ours, bare] = [await lab.ours(reference), await lab.peer('bare-trpc', reference)];
  const signed = await loggedIn(ours.url, known);
  await demandSame(answerer(ours.url, signed), answerer(bare.url, known), 'field');
  const lines: Line[] = [];
  for (const operation of OPERATIONS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed),
      bare: side(bare.url, operation, known),
    });
    const ratio = loads.ours.rate / loads.bare.rate;
    lines.push({
      operation: `tRPC, ${operation}, ${CONNECTIONS} at once`,
      ours: perSecond(loads.ours),
      beside: `bare tRPC ${perSecond(loads.bare)}`,
      ratio,
      demanded: `≥ ${LEAST} × bare tRPC`,
      kept: ratio >= LEAST,
    });
  }
  const once = await lab.peer('bare-trpc', reference, '--once');
  for (const operation of READS) {
    const loads = await interleaved(lab, {
      ours: side(ours.url, operation, signed),
      once: side(once.url, operation, known),
    });
    lines.push(besideOnce(`tRPC, ${operation}`, 'bare tRPC', loads));
  }
  return lines;
}

function answerer(url: string, people: Person[]) {
  const [first] = people;
  if (!first) throw new Error('the data holds no people');
  const change = { id: first.open[0] ?? '', completed: true };
  return {
    url,
    call: (operation: Operation) => trpcDoor(operation, first, operation === 'complete' ? change : undefined),
  };
}

function side(url: string, operation: Operation, people: Person[]) {
  return sideOf(url, CONNECTIONS, number => callsOf(trpcDoor, operation, people, number, CONNECTIONS));
}
