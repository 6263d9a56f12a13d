import { RIGHTS, verdictOf } from '@onus/server/rights-matrix';
import { exceptions } from '../figures.ts';
import { POISON, type Wish } from '../inside/wish.ts';
import { type FrameAnswer, type FrameCall, openLine } from '../line.ts';
import { openMailbox } from '../mailbox.ts';
import { beside } from '../moments.ts';
import { keepWorld, type SameWorld } from '../same-world.ts';
import { openState, type State } from '../state.ts';
import { callOf, everyMutation, pathsOf, type Sample } from './every-mutation.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { type TwoTeams, twoTeams } from './two-teams.ts';

/** How often each mutation is called beside another's writes that fail: each time it falls elsewhere between them. */
const ROUNDS = { short: 2, full: 20 };
/** A frame takes no more calls than a batch. */
const FRAME = 20;

export const okMeansStored: Proof = {
  name: 'ok-means-stored',
  promise: '"ok" means stored, an error means not stored, and reads never see uncommitted data',
  demanded:
    'every mutation × {its own commit fails, another’s fails, it waits before or after its write}: 0 responses that differ from the database, 0 reads of uncommitted data',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    const world = await twoTeams({ preload: true }, { SMTP_URL: mailbox.url });
    const samples = (await everyMutation(world, mailbox))();
    const kept = keepWorld(world.server);
    const state = openState(world.server);
    try {
      return await tried({ world, kept, state, wrong: [] }, samples, size);
    } finally {
      state.close();
      kept.close();
      await world.server.remove();
      await mailbox.close();
    }
  },
};

interface Trial {
  world: TwoTeams;
  kept: SameWorld;
  state: State;
  /** One line for each response or read that was not true. */
  wrong: string[];
}

async function tried(trial: Trial, samples: readonly Sample[], size: Size): Promise<Seen> {
  const { wrong } = trial;
  let calls = 0;
  let reads = 0;
  const outcomes = { stored: 0, refused: 0 };
  for (const sample of samples) {
    const stored = await storedBy(trial, sample);
    await failing(trial, sample, stored);
    for (let round = 0; round < ROUNDS[size]; round += 1)
      outcomes[await besideFailing(trial, sample, stored, round)] += 1;
    calls += 2 + ROUNDS[size];
    if (!sample.hasCookie) reads += await readBeside(trial, sample);
  }
  return {
    measured: `${exceptions(wrong, calls, `calls of ${samples.length} mutations were answered otherwise than the database says`)}; beside another’s failing commits ${outcomes.stored} stored, ${outcomes.refused} refused; ${reads.toLocaleString('en-US')} reads in one frame with a write that failed`,
    kept: wrong.length === 0,
  };
}

/** What it stores on a good day, with ids and times taken out of it. */
async function storedBy({ world, kept, state, wrong }: Trial, sample: Sample): Promise<string> {
  await kept.restored();
  const before = state.read();
  const status = await callOf(world, sample);
  if (status !== 200) wrong.push(`${sample.path}: ${status} on a good day`);
  return state.readAlike(before);
}

/** No commit comes through: a call that stores something is refused with 503, and works once commits do. */
async function failing(trial: Trial, sample: Sample, stored: string): Promise<void> {
  const { world, kept, state, wrong } = trial;
  await kept.restored();
  const before = state.read();
  await told(trial, 'all');
  const status = await callOf(world, sample);
  await told(trial, 'none');
  const storesNothing = stored === state.readAlike(before);
  if (state.read() !== before) wrong.push(`${sample.path}: something is stored although its commit failed`);
  if (status !== 503 && !(storesNothing && status === 200))
    wrong.push(`${sample.path}: ${status} although its commit failed`);
  const again = await callOf(world, sample);
  if (again !== 200) wrong.push(`${sample.path}: ${again} when it is tried again`);
}

/** Another keeps writing what is never committed. Groups in which the two meet fail; what is answered must be so. */
async function besideFailing(
  trial: Trial,
  sample: Sample,
  stored: string,
  round: number,
): Promise<'stored' | 'refused'> {
  const { world, kept, state, wrong } = trial;
  await kept.restored();
  const before = state.read();
  await told(trial, 'poisoned');
  const poison = Array.from({ length: 1 + (round % 3) }, (): FrameCall => {
    return { type: 'mutation', path: 'grocery.create', input: { name: POISON } };
  });
  const line = await openLine(world.server.url, world.people.stranger.token);
  let isOver = false;
  async function poisonOn(): Promise<void> {
    while (!isOver) await line.frame(poison);
  }
  const poisoning = beside(poisonOn());
  const status = await callOf(world, sample).finally(() => {
    isOver = true;
  });
  await poisoning;
  line.close();
  await told(trial, 'none');
  const isStored = state.read() !== before;
  const mustBe = status === 200 ? state.readAlike(before) === stored : !isStored;
  if (!mustBe || (status !== 200 && status !== 503))
    wrong.push(`${sample.path}: ${status} beside another’s failing commit, ${isStored ? '' : 'not '}stored`);
  return status === 200 ? 'stored' : 'refused';
}

/** Queries before and after it in one frame, while no commit comes through: they answer as they did before. */
async function readBeside(trial: Trial, sample: Sample): Promise<number> {
  const { world, kept, wrong } = trial;
  await kept.restored();
  const queries = queriesOf(world, sample);
  const mutation: FrameCall = { type: 'mutation', path: sample.path, input: sample.input };
  const half = (FRAME - 1) >> 1;
  const line = await openLine(world.server.url, world.people[sample.caller].token);
  for (let from = 0; from < queries.length; from += half) {
    const some = queries.slice(from, from + half);
    const known = await line.frame(some);
    await told(trial, 'all');
    const seen = await line.frame([...some, mutation, ...some]);
    await told(trial, 'none');
    seen.splice(some.length, 1);
    for (const [place, answer] of seen.entries()) {
      const query = some[place % some.length];
      if (textOf(answer) !== textOf(known[place % some.length]))
        wrong.push(`${query?.path} in one frame with ${sample.path} read what was not committed`);
    }
  }
  line.close();
  return 2 * queries.length;
}

/** Every query that the caller of a mutation may ask. */
function queriesOf({ ids }: TwoTeams, { caller }: Sample): FrameCall[] {
  return pathsOf('query').flatMap(path => {
    const rule = RIGHTS[path];
    const target = (['own', 'team', 'foreign'] as const).find(
      one => rule && verdictOf(rule, caller, one) === 200,
    );
    return rule && target ? [{ type: 'query', path, input: rule.input?.(ids[caller][target]) }] : [];
  });
}

/** What it answered, but for the time at which an export was made. */
function textOf(answer: FrameAnswer | undefined): string {
  return JSON.stringify(answer).replace(/"madeAt":"[^"]*"/, '');
}

function told({ world }: Trial, failing: Wish['failing'] = 'none'): Promise<number> {
  return world.server.tell({ failing });
}
