import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@onus/server/rights-matrix';
import { at, elsewhere, send } from '../door.ts';
import { exceptions } from '../figures.ts';
import { timed } from '../latency.ts';
import { openMailbox } from '../mailbox.ts';
import { beside } from '../moments.ts';
import { logIn, makeAdmin, type Person } from '../people.ts';
import { keepWorld, type SameWorld } from '../same-world.ts';
import { openState, type State } from '../state.ts';
import { callOf, everyMutation, pathsOf, type Sample } from './every-mutation.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { type TwoTeams, twoTeams } from './two-teams.ts';

/** How many moments of the call the end of the permission falls on. */
const OFFSETS = { short: 3, full: 50 };

export const permissionsAtWriteTime: Proof = {
  name: 'permissions-at-write-time',
  promise: 'Permissions are those at the moment of the write',
  demanded:
    'every mutation raced with deactivation, demotion, sign-out and removal from the team: 0 writes after the response of the revoking call',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    const world = await twoTeams({}, { SMTP_URL: mailbox.url });
    const samples = await everyMutation(world, mailbox);
    const power = await overseerOf(world);
    const kept = keepWorld(world.server);
    const state = openState(world.server);
    const races = REVOCATIONS.flatMap(revocation =>
      samples(revocation.victims).map(sample => ({ revocation, sample })),
    );
    try {
      return await raced({ world, power, kept, state, wrong: [] }, races, size);
    } finally {
      state.close();
      kept.close();
      await world.server.remove();
      await mailbox.close();
    }
  },
};

/** Who revokes: an Admin that no mutation is about, and another browser of each person. */
interface Power {
  admin: Person;
  browsers: Map<Caller, { token: string; mainSession: string }>;
}

interface Revocation {
  name: string;
  /** Those who are raced first, where a mutation can be called by several. */
  victims: readonly Caller[];
  /** The request that takes the permission; null where there is nothing to take from this person. */
  request(
    world: TwoTeams,
    power: Power,
    victim: Caller,
  ): { token: string; path: string; body: object } | null;
}

const REVOCATIONS: readonly Revocation[] = [
  {
    name: 'deactivation',
    victims: ['employee', 'manager'],
    request: ({ people }, { admin }, victim) => update(admin, { id: people[victim].id, active: false }),
  },
  {
    name: 'demotion',
    victims: ['manager', 'admin'],
    request: ({ people }, { admin }, victim) =>
      ['manager', 'otherManager', 'admin'].includes(victim)
        ? update(admin, { id: people[victim].id, roles: ['Employee'] })
        : null,
  },
  {
    name: 'sign-out',
    victims: ['employee', 'manager'],
    request(_world, { browsers }, victim) {
      const { token = '', mainSession: id } = browsers.get(victim) ?? {};
      return { token, path: 'auth.signOut', body: { id } };
    },
  },
  {
    name: 'removal from the team',
    victims: ['employee'],
    request({ people }, { admin }, victim) {
      if (victim !== 'employee' && victim !== 'stranger') return null;
      const { id } = people[victim];
      const canMove = pathsOf('mutation').includes('member.move');
      return canMove
        ? { token: admin.token, path: 'member.move', body: { id, managerId: null } }
        : { token: admin.token, path: 'member.delete', body: { id } };
    },
  },
];

function update({ token }: Person, body: object) {
  return { token, path: 'member.update', body };
}

interface Trial {
  world: TwoTeams;
  power: Power;
  kept: SameWorld;
  state: State;
  /** One line for each write that came too late. */
  wrong: string[];
}

async function raced(
  trial: Trial,
  races: readonly { revocation: Revocation; sample: Sample }[],
  size: Size,
): Promise<Seen> {
  const { wrong } = trial;
  const mutations = new Set<string>();
  let run = 0;
  let stored = 0;
  for (const { revocation, sample } of races) {
    const lengths = await revokes(trial, revocation, sample);
    if (!lengths) continue;
    mutations.add(sample.path);
    for (let offset = 0; offset < OFFSETS[size]; offset += 1) {
      const share = offset / (OFFSETS[size] - 1);
      // From a call that begins when the revocation has ended, to one that has nearly ended when it begins.
      const late = share * (lengths.call + lengths.revoke) - lengths.revoke;
      run += 1;
      if (await race(trial, revocation, sample, late)) stored += 1;
    }
  }
  return {
    measured: `${exceptions(wrong, run, `races of ${mutations.size} mutations wrote after the permission had gone`)}; ${stored} were faster and stored`,
    kept: wrong.length === 0 && mutations.size > 0,
  };
}

/** How long both take, in milliseconds; null where the mutation may be called afterwards too, as a login may. */
async function revokes(
  { world, power, kept, state, wrong }: Trial,
  revocation: Revocation,
  sample: Sample,
): Promise<{ call: number; revoke: number } | null> {
  await kept.restored();
  const before = state.read();
  let status = 0;
  const call = await timed(async () => {
    status = await callOf(world, sample);
  });
  if (status !== 200) wrong.push(`${sample.path}: ${status} before anything was revoked`);
  // What stores nothing cannot write too late.
  if (state.read() === before) return null;
  await kept.restored();
  if (!revocation.request(world, power, sample.caller)) return null;
  const revoke = await timed(async () => {
    if (!(await take(world, power, revocation, sample.caller)))
      wrong.push(`${revocation.name} of ${sample.caller} is refused`);
  });
  const gone = state.read();
  await callOf(world, sample);
  return state.read() === gone ? { call, revoke } : null;
}

/** @param late milliseconds from the call to the revocation; below zero the revocation goes first. */
async function race(
  { world, power, kept, state, wrong }: Trial,
  revocation: Revocation,
  sample: Sample,
  late: number,
): Promise<boolean> {
  await kept.restored();
  const calling = beside(sleep(Math.max(0, -late)).then(() => callOf(world, sample)));
  await sleep(Math.max(0, late));
  const isTaken = await take(world, power, revocation, sample.caller);
  const then = state.read();
  const status = await calling;
  // The call itself may have ended the session that the revocation names, or that it comes from.
  if (isTaken && state.read() !== then)
    wrong.push(
      `${sample.path} by ${sample.caller} wrote after ${revocation.name}, ${Math.round(late)} ms into it`,
    );
  return status === 200;
}

/** @returns whether the server said yes. */
async function take(world: TwoTeams, power: Power, revocation: Revocation, victim: Caller): Promise<boolean> {
  const request = revocation.request(world, power, victim);
  if (!request) throw new Error(`${revocation.name} of ${victim} is no race`);
  const { token, path, body } = request;
  const { status } = await send(world.server.url, `/trpc/${path}`, { token, body, headers: elsewhere() });
  return status === 200;
}

async function overseerOf({ server, people }: TwoTeams): Promise<Power> {
  const browsers: Power['browsers'] = new Map();
  for (const [who, person] of Object.entries(people) as [Caller, Person][]) {
    const { body } = await send(server.url, '/trpc/auth.sessions', { token: person.token });
    const sessions = at(body, 'result', 'data') as { id: string; current: boolean }[];
    const { token } = await logIn(server, person);
    browsers.set(who, { token, mainSession: sessions.find(({ current }) => current)?.id ?? '' });
  }
  return { admin: await makeAdmin(server, 'overseer'), browsers };
}
