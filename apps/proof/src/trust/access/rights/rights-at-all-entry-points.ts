import { appRouter } from '@onus/api/root';
import { calledBy } from '@onus/server/rest/openapi';
import { routes } from '@onus/server/rest/routes';
import { RIGHTS, STREAMS, verdictOf } from '@onus/server/test/rights/matrix';
import { restricted } from '@onus/server/test/rights/row';
import { CALLERS, type Caller, type Rule, TARGETS } from '@onus/server/test/rights/rule';
import { type AnyCaller, STANDINGS, type Standing } from '@onus/server/test/rights/world';
import { type DatabaseSnapshot, takeSnapshot } from '../../../lib/server/database-snapshot.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { type TwoTeams, twoTeams } from '../../../lib/users/two-teams.ts';
import type { Proof, Result } from '../../proof.ts';
import { type EntryPoints, openEntryPoints } from './entry-points.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

export const rightsAtAllEntryPoints: Proof = {
  name: 'rights-at-all-entry-points',
  guarantee: 'Users see and change only what they are permitted to, at every entry point',
  target: '0 wrong verdicts of REST, tRPC over HTTP, tRPC over WebSocket and Socket.IO',
  // apps/server/test/rights judges the same matrix at the same entry points, in the process of the test.
  short: false,
  async measure() {
    const world = await twoTeams({ hasExpired: true });
    const snapshot = takeSnapshot(world.server);
    const entryPoints = openEntryPoints(world);
    try {
      return await judged(world, snapshot, entryPoints);
    } finally {
      entryPoints.close();
      snapshot.close();
      await world.server.remove();
    }
  },
};

/** The calls of one procedure at one entry point. */
interface Question {
  name: string;
  rule: Rule;
  isQuery: boolean;
  ask(who: AnyCaller, input: object | undefined): Promise<number>;
}

async function judged(
  world: TwoTeams,
  snapshot: DatabaseSnapshot,
  entryPoints: EntryPoints,
): Promise<Result> {
  const wrong = missingRows();
  let verdicts = 0;
  for (const question of await questions(entryPoints)) {
    const { found, of } = await deviations(question, world, snapshot);
    verdicts += of;
    wrong.push(...found);
  }
  for (const who of [...CALLERS, ...Object.keys(STANDINGS)] as AnyCaller[]) {
    const status = await entryPoints.socketIo(who);
    const expected = who in STANDINGS ? STANDINGS[who as Standing] : 200;
    verdicts += 1;
    if (status !== expected) wrong.push(`Socket.IO: ${who}: ${status} instead of ${expected}`);
  }
  return { measured: exceptions(wrong, verdicts, 'verdicts were wrong'), holds: wrong.length === 0 };
}

function missingRows(): string[] {
  const paths = Object.keys(procedures);
  const known = [...Object.keys(RIGHTS), ...STREAMS];
  return [
    ...paths.filter(path => !known.includes(path)).map(path => `${path} has no row`),
    ...known.filter(path => !paths.includes(path)).map(path => `${path} is no procedure`),
  ];
}

async function questions(entryPoints: EntryPoints): Promise<Question[]> {
  const asked: Question[] = [];
  for (const [path, rule] of Object.entries(RIGHTS)) {
    const isQuery = procedures[path]?._def.type === 'query';
    const to = { rule, isQuery };
    asked.push({
      ...to,
      name: `HTTP ${path}`,
      ask: (who, input) => entryPoints.http(path, isQuery, who, input),
    });
    // Logging out over a socket closes it. The proof access-ends-now checks that.
    if (path !== 'auth.logout' && path !== 'auth.signOutEverywhere')
      asked.push({
        ...to,
        name: `WebSocket ${path}`,
        ask: (who, input) => entryPoints.socket(path, isQuery, who, input),
      });
  }
  for (const row of routes) {
    const [path] = await calledBy(row);
    const rule = RIGHTS[path];
    if (!rule) throw new Error(`${row.at} calls ${path}, which has no row`);
    const isQuery = row.at.startsWith('GET') && procedures[path]?._def.type === 'query';
    const ask: Question['ask'] = (who, input) => entryPoints.rest(row.at, who, input);
    asked.push({ name: row.at, rule: restricted(rule, roleFor(row.at)), isQuery, ask });
  }
  return asked;
}

/** The role that the path implies. The proof shows that the server requires it. */
function roleFor(at: string): 'Manager' | 'Admin' | undefined {
  if (at.includes(' /api/admin/')) return 'Admin';
  return at.includes(' /manager/') ? 'Manager' : undefined;
}

/** Runs reads in parallel. Reverts each change before the next one. */
async function deviations(
  { name, rule, isQuery, ask }: Question,
  { ids }: TwoTeams,
  snapshot: DatabaseSnapshot,
): Promise<{ found: string[]; of: number }> {
  const found: string[] = [];
  async function judge({ who, caller, target, expected }: Case): Promise<void> {
    const status = await ask(who, rule.input?.(ids[caller][target]));
    if (status !== expected) found.push(`${name}: ${who} on ${target}: ${status} instead of ${expected}`);
  }
  const cases = casesOf(rule);
  const changes = isQuery ? [] : cases.filter(({ expected }) => expected === 200);
  await Promise.all(cases.filter(one => !changes.includes(one)).map(judge));
  await snapshot.restored();
  for (const one of changes) {
    await judge(one);
    await snapshot.restored();
  }
  return { found, of: cases.length };
}

interface Case {
  who: AnyCaller;
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
