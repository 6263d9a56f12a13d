import { RIGHTS, verdictOf } from '@onus/server/test/rights/matrix';
import { inBackground } from '../../lib/concurrency.ts';
import { openMailbox } from '../../lib/mailbox.ts';
import { type DatabaseSnapshot, takeSnapshot } from '../../lib/server/database-snapshot.ts';
import { type DatabaseState, openDatabaseState } from '../../lib/server/database-state.ts';
import { POISON, type ServerCommand } from '../../lib/server/fault-injection/command.ts';
import { exceptions } from '../../lib/statistics.ts';
import { type TwoTeams, twoTeams } from '../../lib/users/two-teams.ts';
import { callOf, mutationSamples, PUSH, pathsOf, type Sample } from '../../lib/writes/mutation-samples.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { type FrameCall, type FrameResponse, openBatchSocket } from './batch-socket.ts';

/** How often each mutation is called during another person's failing writes, each time at another moment. */
const ROUNDS = { short: 1, full: 20 };
/** Beside a mutation: the queries of its own router, and one of this many others. Each is beside some mutation. */
const ONE_OF = { short: 4, full: 1 };
/** A frame may have as many calls as a batch. */
const FRAME = 20;

export const okMeansStored: Proof = {
  name: 'ok-means-stored',
  guarantee: '"ok" means stored, an error means not stored, and reads never see uncommitted data',
  target:
    'every mutation × {its own commit fails, another’s fails, it waits before or after its write}: 0 responses that differ from the database, 0 reads of uncommitted data',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    const world = await twoTeams({ preload: true }, { SMTP_URL: mailbox.url, ...PUSH });
    const samples = (await mutationSamples(world, mailbox))();
    const snapshot = takeSnapshot(world.server);
    const state = openDatabaseState(world.server);
    try {
      return await tried({ world, snapshot, state, size, wrong: [] }, samples);
    } finally {
      state.close();
      snapshot.close();
      await world.server.remove();
      await mailbox.close();
    }
  },
};

interface Trial {
  world: TwoTeams;
  snapshot: DatabaseSnapshot;
  state: DatabaseState;
  size: Size;
  /** One line for each false response or read. */
  wrong: string[];
}

async function tried(trial: Trial, samples: readonly Sample[]): Promise<Result> {
  const { wrong, size } = trial;
  let calls = 0;
  let reads = 0;
  const outcomes = { stored: 0, refused: 0 };
  for (const [at, sample] of samples.entries()) {
    const stored = await storedBy(trial, sample);
    await failing(trial, sample, stored);
    for (let round = 0; round < ROUNDS[size]; round += 1)
      outcomes[await besideFailing(trial, sample, stored, round)] += 1;
    calls += 2 + ROUNDS[size];
    if (!sample.hasCookie) reads += await readBeside(trial, sample, at);
  }
  return {
    measured: `${exceptions(wrong, calls, `calls of ${samples.length} mutations got a response that differs from the database`)}; during another’s failing commits ${outcomes.stored} stored, ${outcomes.refused} refused; ${reads.toLocaleString('en-US')} reads in one frame with a write that failed`,
    holds: wrong.length === 0,
  };
}

/** The rows that it stores without a failure, without ids and times. */
async function storedBy(trial: Trial, sample: Sample): Promise<string> {
  const { world, state, wrong } = trial;
  await startAgain(trial, sample);
  const before = state.read();
  const status = await callOf(world, sample);
  if (status !== 200) wrong.push(`${sample.path}: ${status} without a failure`);
  return state.readNormalized(before);
}

/** Of each of these a person has only so many an hour, a mailbox too, and the server counts them in memory. */
const SENDING = ['auth.requestReset', 'admin.testMail', 'admin.testPush'];

/** Restores the initial database. Restarts the server where its counts would run out, which the short form never gets to. */
async function startAgain({ world: { server }, snapshot, size }: Trial, { path }: Sample): Promise<void> {
  await snapshot.restored();
  if (!SENDING.includes(path) || size === 'short') return;
  await server.stop();
  await server.start();
}

/** All commits fail: the server refuses a call that stores something with 503, and accepts it when commits work. */
async function failing(trial: Trial, sample: Sample, stored: string): Promise<void> {
  const { world, state, wrong } = trial;
  await startAgain(trial, sample);
  const before = state.read();
  await setFailing(trial, 'all');
  const status = await callOf(world, sample);
  await setFailing(trial, 'none');
  const storesNothing = stored === state.readNormalized(before);
  if (state.read() !== before) wrong.push(`${sample.path}: something is stored although its commit failed`);
  if (status !== 503 && !(storesNothing && status === 200))
    wrong.push(`${sample.path}: ${status} although its commit failed`);
  const again = await callOf(world, sample);
  if (again !== 200) wrong.push(`${sample.path}: ${again} when it is tried again`);
}

/** Another person's writes always fail to commit. A group that contains both fails, and the response must say so. */
async function besideFailing(
  trial: Trial,
  sample: Sample,
  stored: string,
  round: number,
): Promise<'stored' | 'refused'> {
  const { world, state, wrong } = trial;
  await startAgain(trial, sample);
  const before = state.read();
  await setFailing(trial, 'poisoned');
  const poison = Array.from({ length: 1 + (round % 3) }, (): FrameCall => {
    return { type: 'mutation', path: 'grocery.create', input: { name: POISON } };
  });
  const socket = await openBatchSocket(world.server.url, world.people.stranger.token);
  let isOver = false;
  async function poisonOn(): Promise<void> {
    while (!isOver) await socket.frame(poison);
  }
  const poisoning = inBackground(poisonOn());
  const status = await callOf(world, sample).finally(() => {
    isOver = true;
  });
  await poisoning;
  socket.close();
  await setFailing(trial, 'none');
  const isStored = state.read() !== before;
  const mustBe = status === 200 ? state.readNormalized(before) === stored : !isStored;
  if (!mustBe || (status !== 200 && status !== 503))
    wrong.push(`${sample.path}: ${status} during another’s failing commit, ${isStored ? '' : 'not '}stored`);
  return status === 200 ? 'stored' : 'refused';
}

/** Queries before and after it in one frame, while all commits fail. They must return the old state. */
async function readBeside(trial: Trial, sample: Sample, number: number): Promise<number> {
  const { world, wrong, size } = trial;
  await startAgain(trial, sample);
  const [router] = sample.path.split('.');
  const queries = queriesOf(world, sample).filter(
    ({ path }, at) => path.startsWith(`${router}.`) || (at + number) % ONE_OF[size] === 0,
  );
  const mutation: FrameCall = { type: 'mutation', path: sample.path, input: sample.input };
  const half = (FRAME - 1) >> 1;
  const socket = await openBatchSocket(world.server.url, world.people[sample.caller].token);
  for (let from = 0; from < queries.length; from += half) {
    const some = queries.slice(from, from + half);
    const known = await socket.frame(some);
    await setFailing(trial, 'all');
    const seen = await socket.frame([...some, mutation, ...some]);
    await setFailing(trial, 'none');
    seen.splice(some.length, 1);
    for (const [place, response] of seen.entries()) {
      const query = some[place % some.length];
      if (textOf(response) !== textOf(known[place % some.length]))
        wrong.push(`${query?.path} in one frame with ${sample.path} read what was not committed`);
    }
  }
  socket.close();
  return 2 * queries.length;
}

/** Every query that the caller of a mutation may call. */
function queriesOf({ ids }: TwoTeams, { caller }: Sample): FrameCall[] {
  return pathsOf('query').flatMap(path => {
    const rule = RIGHTS[path];
    const target = (['own', 'team', 'foreign'] as const).find(
      one => rule && verdictOf(rule, caller, one) === 200,
    );
    return rule && target ? [{ type: 'query', path, input: rule.input?.(ids[caller][target]) }] : [];
  });
}

/** The response without the time at which an export was made, and without sizes: the sweep makes the file grow too. */
function textOf(response: FrameResponse | undefined): string {
  return JSON.stringify(response).replace(
    /"madeAt":"[^"]*"|"disk":\{[^}]*\}|"(?:databaseBytes|bytes)":\d+/g,
    '',
  );
}

function setFailing({ world }: Trial, failing: ServerCommand['failing'] = 'none'): Promise<number> {
  return world.server.sendCommand({ failing });
}
