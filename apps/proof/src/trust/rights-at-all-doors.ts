import { appRouter } from '@onus/api/root';
import { routes } from '@onus/server/rest/routes';
import {
  CALLERS,
  type Caller,
  RIGHTS,
  type Rule,
  STREAMS,
  TARGETS,
  verdictOf,
} from '@onus/server/rights-matrix';
import { calledBy, restricted } from '@onus/server/rights-of-row';
import { type Anybody, STANDINGS, type Standing } from '@onus/server/rights-world';
import { exceptions } from '../figures.ts';
import { keepWorld, type SameWorld } from '../same-world.ts';
import { type Doors, openDoors } from './matrix-doors.ts';
import type { Proof, Seen } from './promise.ts';
import { type TwoTeams, twoTeams } from './two-teams.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

export const rightsAtAllDoors: Proof = {
  name: 'rights-at-all-doors',
  promise: 'Users see and change only what they are permitted to, at every entry point',
  demanded: '0 wrong verdicts of REST, tRPC over HTTP, tRPC over WebSocket and Socket.IO',
  short: true,
  async measure() {
    const world = await twoTeams();
    const kept = keepWorld(world.server);
    const doors = openDoors(world);
    try {
      return await judged(world, kept, doors);
    } finally {
      doors.close();
      kept.close();
      await world.server.remove();
    }
  },
};

/** What one door is asked about one procedure. */
interface Question {
  name: string;
  rule: Rule;
  isQuery: boolean;
  ask(who: Anybody, input: object | undefined): Promise<number>;
}

async function judged(world: TwoTeams, kept: SameWorld, doors: Doors): Promise<Seen> {
  const wrong = missingRows();
  let verdicts = 0;
  for (const question of await questions(doors)) {
    const { found, of } = await deviations(question, world, kept);
    verdicts += of;
    wrong.push(...found);
  }
  for (const who of [...CALLERS, ...Object.keys(STANDINGS)] as Anybody[]) {
    const status = await doors.socketIo(who);
    const expected = who in STANDINGS ? STANDINGS[who as Standing] : 200;
    verdicts += 1;
    if (status !== expected) wrong.push(`Socket.IO: ${who}: ${status} instead of ${expected}`);
  }
  return { measured: exceptions(wrong, verdicts, 'verdicts were wrong'), kept: wrong.length === 0 };
}

function missingRows(): string[] {
  const paths = Object.keys(procedures);
  const known = [...Object.keys(RIGHTS), ...STREAMS];
  return [
    ...paths.filter(path => !known.includes(path)).map(path => `${path} has no row`),
    ...known.filter(path => !paths.includes(path)).map(path => `${path} is no procedure`),
  ];
}

async function questions(doors: Doors): Promise<Question[]> {
  const asked: Question[] = [];
  for (const [path, rule] of Object.entries(RIGHTS)) {
    const isQuery = procedures[path]?._def.type === 'query';
    const to = { rule, isQuery };
    asked.push({ ...to, name: `HTTP ${path}`, ask: (who, input) => doors.http(path, isQuery, who, input) });
    // Logging out over a socket cuts that socket: "access ends now" shows it.
    if (path !== 'auth.logout')
      asked.push({
        ...to,
        name: `WebSocket ${path}`,
        ask: (who, input) => doors.socket(path, isQuery, who, input),
      });
  }
  for (const row of routes) {
    const [path] = await calledBy(row);
    const rule = RIGHTS[path];
    if (!rule) throw new Error(`${row.at} calls ${path}, which has no row`);
    const isQuery = row.at.startsWith('GET') && procedures[path]?._def.type === 'query';
    const ask: Question['ask'] = (who, input) => doors.rest(row.at, who, input);
    asked.push({ name: row.at, rule: restricted(rule, roleFor(row.at)), isQuery, ask });
  }
  return asked;
}

/** What the paths themselves say; that the rows ask for it is what is to be shown. */
function roleFor(at: string): 'Manager' | 'Admin' | undefined {
  if (at.includes(' /api/admin/')) return 'Admin';
  return at.includes(' /manager/') ? 'Manager' : undefined;
}

/** What changes nothing is asked at once; what a change did is taken back before the next. */
async function deviations(
  { name, rule, isQuery, ask }: Question,
  { ids }: TwoTeams,
  kept: SameWorld,
): Promise<{ found: string[]; of: number }> {
  const found: string[] = [];
  async function judge({ who, caller, target, expected }: Case): Promise<void> {
    const status = await ask(who, rule.input?.(ids[caller][target]));
    if (status !== expected) found.push(`${name}: ${who} on ${target}: ${status} instead of ${expected}`);
  }
  const cases = casesOf(rule);
  const changes = isQuery ? [] : cases.filter(({ expected }) => expected === 200);
  await Promise.all(cases.filter(one => !changes.includes(one)).map(judge));
  await kept.restored();
  for (const one of changes) {
    await judge(one);
    await kept.restored();
  }
  return { found, of: cases.length };
}

interface Case {
  who: Anybody;
  caller: Caller;
  target: (typeof TARGETS)[number];
  expected: number;
}

function casesOf(rule: Rule): Case[] {
  const standings = (Object.keys(STANDINGS) as Standing[]).map(who => {
    const expected = rule.open ?? STANDINGS[who];
    return { who, caller: 'employee', target: 'own', expected } as const;
  });
  const targets = rule.unnamed ? (['own'] as const) : TARGETS;
  const callers = CALLERS.flatMap(who =>
    targets.map(target => ({ who, caller: who, target, expected: verdictOf(rule, who, target) })),
  );
  return [...standings, ...callers];
}
