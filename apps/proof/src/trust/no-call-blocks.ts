import { appRouter } from '@onus/api/root';
import { admin, type Browser, idOf, testWorld, type World } from '@onus/api/testing';
import { inMs } from '../latency.ts';
import { blockOf } from './event-loop.ts';
import { largestInput, type Schema } from './largest-input.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { fillForReference } from './reference-data.ts';
import { changeTeams } from './team-changes.ts';

const MOST = 50;

/** Texts that are hard to fold, to escape, to divide into cells, or to look for in others. */
const LETTERS = ['\ufdfa', '\u{1f469}', 'e\u0301', '\u0001', ',', 'a,\n', '"', 'Chore '];

export const noCallBlocks: Proof = {
  name: 'no-call-blocks',
  promise: 'No call blocks the others',
  demanded:
    'every procedure with the largest input its schema accepts, and every change of who manages a large team, on reference data: event loop ≤ 50 ms',
  short: true,
  measure: called,
};

/** Inside one process, where the time that the event loop itself worked can be read whatever else runs. */
async function called(size: Size): Promise<Seen> {
  const world = testWorld();
  const boss = await admin(world, 'Boss');
  fillForReference(world.db, size, await idOf(boss));
  const worst: { path: string; ms: number }[] = [];
  const unknown: string[] = [];
  for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
    try {
      worst.push({ path, ms: await longestBlock(world, boss, path, procedure) });
    } catch (error) {
      unknown.push(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const procedures = worst.length;
  const changes = await changeTeams(world);
  for (const { call, ms, refusal } of changes) {
    if (refusal !== null) unknown.push(`${call}: refused, "${refusal}"`);
    worst.push({ path: call, ms });
  }
  const slow = worst.filter(({ ms }) => ms > MOST).map(({ path, ms }) => `${path} ${inMs(ms)}`);
  const [first] = worst.toSorted((one, other) => other.ms - one.ms);
  return {
    measured: [
      `${procedures} procedures and ${changes.length} changes of large teams, in one process with the shipped code: the longest block was ${inMs(first?.ms ?? 0)} (${first?.path})`,
      ...slow,
      ...unknown,
    ].join('; '),
    kept: slow.length === 0 && unknown.length === 0,
  };
}

/** The longest of all inputs; of two runs of each the shorter counts, since the first one compiles. */
async function longestBlock(world: World, boss: Browser, path: string, procedure: object): Promise<number> {
  const { inputs, type } = (procedure as { _def: { inputs: Schema[]; type: string } })._def;
  const [schema] = inputs;
  const longest: number[] = [];
  for (const input of schema ? inputsOf(schema, path) : [undefined]) {
    // What a call about sessions ends is its own.
    const caller = path.startsWith('auth.') ? await stranger(world) : boss;
    const call = () => answered(caller, path, type, input);
    const runs = [await blockOf(call), await blockOf(call)];
    longest.push(Math.min(...runs.map(run => run.ms)));
  }
  return Math.max(...longest);
}

/** @throws Error when the schema accepts none of them: then nothing was tried. */
function inputsOf(schema: Schema, path: string): unknown[] {
  const inputs = LETTERS.flatMap(letters =>
    KINDS.map(kind =>
      largestInput(schema, { letters, known: (field, at) => knownOf(path, kind, field, at) }),
    ),
  );
  if (!inputs.some(input => schema.safeParse(input).success)) throw new Error('no input is accepted');
  return inputs;
}

const KINDS = ['plain', 'other'] as const;

/** Rows of reference, and values without which an input is refused before it costs anything. */
function knownOf(path: string, kind: (typeof KINDS)[number], field: string, at: number): unknown {
  if (field === 'view') return 'all';
  if (field === 'of') return 'managed';
  if (field === 'kind') return kind === 'plain' ? 'tasks' : 'groceries';
  if (field === 'recurrenceType') return 'weekly';
  if (/^(?:dueDate|day)$/.test(field)) return kind === 'plain' ? '2026-01-01' : undefined;
  if (field === 'recurrenceEndDate') return kind === 'plain' ? '2030-01-01' : undefined;
  if (field === 'roles') return 'Manager';
  if (field === 'email') return 'new@example.com';
  if (field === 'month') return kind === 'plain' ? '2026-01' : undefined;
  if (field === 'cursor') return kind === 'plain' ? null : undefined;
  if (field === 'lastEventId') return '0';
  if (field === 'page' || field === 'count') return 1;
  if (field === 'price') return 1;
  if (field === 'timestamp') return 1;
  if (field === 'limit' && path.startsWith('chat.find')) return 100;
  if (field === 'participants') return kind === 'plain' ? 'boss@example.com' : undefined;
  if (field === 'managerId' || field === 'manager') return undefined;
  if (field === 'assignees' || field === 'users' || field === 'userId') return `u${at}`;
  if (field === 'conversationId') return 'c0';
  if (field === 'id') return ID[path.split('.')[0] ?? ''];
  if (field === 'table' && kind === 'plain') return TABLE;
  return undefined;
}

const ID: Record<string, string> = { task: 't1', member: 'u1', grocery: 'g1', chat: 'c0' };

/** As many rows as one import takes, each done and repeating. */
const TABLE = `title,due date,completed,recurrence,description\n${`x,2026-01-01,yes,weekly,${'\u00e9'.repeat(300)}\n`.repeat(500)}`;

let strangers = 0;

async function stranger(world: World): Promise<Browser> {
  strangers += 1;
  return world.person(`Stranger${strangers}`, 'Manager', {
    address: `198.51.${strangers % 250}.${strangers >> 8}`,
  });
}

async function answered(caller: Browser, path: string, type: string, input: unknown): Promise<void> {
  const [noun = '', verb = ''] = path.split('.');
  const nouns = caller.call as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const answer = await nouns[noun]?.[verb]?.(input);
  if (type !== 'subscription') {
    JSON.stringify(answer);
    return;
  }
  const values = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const first = values.next();
  await Promise.race([first, new Promise(resolve => setTimeout(resolve, 100))]);
  void values.return?.();
}
