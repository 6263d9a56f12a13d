import { admin, type Browser, idOf, testWorld, type World } from '@onus/api/testing';
import { inMs } from '../../../../lib/client/latency.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { everyProcedure, inputsOf, type Procedure } from '../every-procedure.ts';
import { fillForReference } from '../reference-data.ts';
import { blockingTimeOf } from './blocking-time.ts';
import { changeTeams } from './team-changes.ts';

/** Milliseconds. The short form runs on any machine and still detects work that grows with the data. */
const MOST = { short: 150, full: 50 };
/** Kinds of texts in an input: the most expensive one and the words of the reference data, or all. */
const KINDS = { short: 2, full: undefined };

export const noCallBlocks: Proof = {
  name: 'no-call-blocks',
  guarantee: 'No call blocks the others',
  target:
    'every procedure with the largest input its schema accepts, and every change of who manages a large team, on reference data: event loop ≤ 50 ms',
  short: true,
  measure: called,
};

/** In this process, where the working time of the event loop is readable, independent of other load. */
async function called(size: Size): Promise<Result> {
  const world = testWorld();
  const boss = await admin(world, 'Boss');
  fillForReference(world.db, size, await idOf(boss));
  const worst: { path: string; ms: number }[] = [];
  const unknown: string[] = [];
  for (const procedure of everyProcedure()) {
    try {
      worst.push({ path: procedure.path, ms: await longestBlock(world, boss, procedure, KINDS[size]) });
    } catch (error) {
      unknown.push(`${procedure.path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const procedures = worst.length;
  const changes = await changeTeams(world);
  for (const { call, ms, refusal } of changes) {
    if (refusal !== null) unknown.push(`${call}: refused, "${refusal}"`);
    worst.push({ path: call, ms });
  }
  const slow = worst.filter(({ ms }) => ms > MOST[size]).map(({ path, ms }) => `${path} ${inMs(ms)}`);
  const [first] = worst.toSorted((one, other) => other.ms - one.ms);
  return {
    measured: [
      `${procedures} procedures and ${changes.length} changes of large teams, in one process with the shipped code: the longest block was ${inMs(first?.ms ?? 0)} (${first?.path})`,
      ...slow,
      ...unknown,
    ].join('; '),
    holds: slow.length === 0 && unknown.length === 0,
  };
}

/** The longest time over all inputs. The shorter of two runs counts, because the first one compiles. */
async function longestBlock(
  world: World,
  boss: Browser,
  procedure: Procedure,
  kinds: number | undefined,
): Promise<number> {
  const { path, type } = procedure;
  const longest: number[] = [];
  for (const input of inputsOf(procedure, undefined, kinds)) {
    // A call that ends sessions gets its own session.
    const caller = path.startsWith('auth.') ? await stranger(world) : boss;
    const call = () => consume(caller, path, type, input);
    const runs = [await blockingTimeOf(call), await blockingTimeOf(call)];
    longest.push(Math.min(...runs.map(run => run.ms)));
  }
  return Math.max(...longest);
}

let strangers = 0;

async function stranger(world: World): Promise<Browser> {
  strangers += 1;
  return world.person(`Stranger${strangers}`, 'Manager', {
    address: `198.51.${strangers % 250}.${strangers >> 8}`,
  });
}

async function consume(caller: Browser, path: string, type: string, input: unknown): Promise<void> {
  const [noun = '', verb = ''] = path.split('.');
  const nouns = caller.call as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const response = await nouns[noun]?.[verb]?.(input);
  if (type !== 'subscription') {
    JSON.stringify(response);
    return;
  }
  const values = (response as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const first = values.next();
  await Promise.race([first, new Promise(resolve => setTimeout(resolve, 100))]);
  void values.return?.();
}
