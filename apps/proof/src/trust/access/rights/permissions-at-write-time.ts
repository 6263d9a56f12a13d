import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@onus/server/test/rights/rule';
import { at, fromNewAddress, send } from '../../../lib/client/http-client.ts';
import { timed } from '../../../lib/client/latency.ts';
import { inBackground } from '../../../lib/concurrency.ts';
import { openMailbox } from '../../../lib/mailbox.ts';
import { type DatabaseSnapshot, takeSnapshot } from '../../../lib/server/database-snapshot.ts';
import { type DatabaseState, openDatabaseState } from '../../../lib/server/database-state.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { type Account, createAdmin, logIn } from '../../../lib/users/accounts.ts';
import { type TwoTeams, twoTeams } from '../../../lib/users/two-teams.ts';
import { callOf, mutationSamples, PUSH, pathsOf, type Sample } from '../../../lib/writes/mutation-samples.ts';
import type { Proof, Result, Size } from '../../proof.ts';

/** At how many times during the call the permission ends. */
const OFFSETS = { short: 3, full: 50 };
/** In the short form every other mutation is raced with the first two revocations, and the rest with the others. */
const HALVES = { short: 2, full: 1 };

export const permissionsAtWriteTime: Proof = {
  name: 'permissions-at-write-time',
  guarantee: 'Permissions are those at the moment of the write',
  target:
    'every mutation raced with deactivation, demotion, sign-out and removal from the team: 0 writes after the response of the revoking call',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    const world = await twoTeams({}, { SMTP_URL: mailbox.url, ...PUSH });
    const samples = await mutationSamples(world, mailbox);
    const power = await overseerOf(world);
    const snapshot = takeSnapshot(world.server);
    const state = openDatabaseState(world.server);
    const races = REVOCATIONS.flatMap((revocation, number) =>
      samples(revocation.victims)
        .filter((_, at) => (at + (number >> 1)) % HALVES[size] === 0)
        .map(sample => ({ revocation, sample })),
    );
    try {
      return await raced({ world, power, snapshot, state, wrong: [] }, races, size);
    } finally {
      state.close();
      snapshot.close();
      await world.server.remove();
      await mailbox.close();
    }
  },
};

/** The revokers: an Admin that no mutation concerns, and another browser of each person. */
interface Power {
  admin: Account;
  browsers: Map<Caller, { token: string; mainSession: string }>;
}

interface Revocation {
  name: string;
  /** The preferred callers where several people may call a mutation. */
  victims: readonly Caller[];
  /** The request that revokes the permission; null if this person has none to revoke. */
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

function update({ token }: Account, body: object) {
  return { token, path: 'member.update', body };
}

interface Trial {
  world: TwoTeams;
  power: Power;
  snapshot: DatabaseSnapshot;
  state: DatabaseState;
  /** One line for each write after its revocation. */
  wrong: string[];
}

async function startAgain(server: Server): Promise<void> {
  await server.stop();
  await server.start();
}

async function raced(
  trial: Trial,
  races: readonly { revocation: Revocation; sample: Sample }[],
  size: Size,
): Promise<Result> {
  const { wrong } = trial;
  const mutations = new Set<string>();
  let run = 0;
  let stored = 0;
  let last: Revocation | null = null;
  for (const { revocation, sample } of races) {
    // The number of password hashes per person in 10 min is limited. A restart clears the count. The short form has few.
    if (size === 'full' && last !== revocation) await startAgain(trial.world.server);
    last = revocation;
    const lengths = await revokes(trial, revocation, sample);
    if (!lengths) continue;
    mutations.add(sample.path);
    for (let offset = 0; offset < OFFSETS[size]; offset += 1) {
      const share = offset / (OFFSETS[size] - 1);
      // From a call after the end of the revocation to a call that has almost ended at its start.
      const late = share * (lengths.call + lengths.revoke) - lengths.revoke;
      run += 1;
      if (await race(trial, revocation, sample, late)) stored += 1;
    }
  }
  return {
    measured: `${exceptions(wrong, run, `races of ${mutations.size} mutations wrote after the permission had gone`)}; ${stored} were faster and stored`,
    holds: wrong.length === 0 && mutations.size > 0,
  };
}

/** Duration of both in ms; null for a mutation that stays allowed, such as a login. */
async function revokes(
  { world, power, snapshot, state, wrong }: Trial,
  revocation: Revocation,
  sample: Sample,
): Promise<{ call: number; revoke: number } | null> {
  await snapshot.restored();
  const before = state.read();
  let status = 0;
  const call = await timed(async () => {
    status = await callOf(world, sample);
  });
  if (status !== 200) wrong.push(`${sample.path}: ${status} before anything was revoked`);
  // A call that stores nothing cannot write too late.
  if (state.read() === before) return null;
  await snapshot.restored();
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
  { world, power, snapshot, state, wrong }: Trial,
  revocation: Revocation,
  sample: Sample,
  late: number,
): Promise<boolean> {
  await snapshot.restored();
  const calling = inBackground(sleep(Math.max(0, -late)).then(() => callOf(world, sample)));
  await sleep(Math.max(0, late));
  const isTaken = await take(world, power, revocation, sample.caller);
  const then = state.read();
  const status = await calling;
  // The call itself may have ended the session that the revocation names or uses.
  if (isTaken && state.read() !== then)
    wrong.push(
      `${sample.path} by ${sample.caller} wrote after ${revocation.name}, ${Math.round(late)} ms into it`,
    );
  return status === 200;
}

/** @returns whether the server accepted. */
async function take(world: TwoTeams, power: Power, revocation: Revocation, victim: Caller): Promise<boolean> {
  const request = revocation.request(world, power, victim);
  if (!request) throw new Error(`${revocation.name} of ${victim} is no race`);
  const { token, path, body } = request;
  const { status } = await send(world.server.url, `/trpc/${path}`, {
    token,
    body,
    headers: fromNewAddress(),
  });
  return status === 200;
}

async function overseerOf({ server, people }: TwoTeams): Promise<Power> {
  const browsers: Power['browsers'] = new Map();
  for (const [who, person] of Object.entries(people) as [Caller, Account][]) {
    const { body } = await send(server.url, '/trpc/auth.sessions', { token: person.token });
    const sessions = at(body, 'result', 'data') as { id: string; current: boolean }[];
    const { token } = await logIn(server, person);
    browsers.set(who, { token, mainSession: sessions.find(({ current }) => current)?.id ?? '' });
  }
  return { admin: await createAdmin(server, 'overseer'), browsers };
}
