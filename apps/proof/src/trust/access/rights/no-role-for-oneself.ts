import { appRouter } from '@onus/api/root';
import { routes } from '@onus/server/rest/routes';
import { RIGHTS } from '@onus/server/test/rights/matrix';
import { type DatabaseSnapshot, takeSnapshot } from '../../../lib/server/database-snapshot.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { type TwoTeams, twoTeams } from '../../../lib/users/two-teams.ts';
import type { Proof, Result, Size } from '../../proof.ts';
import { type EntryPoints, openEntryPoints } from './entry-points.ts';
import { openOwnedFields } from './owned-fields.ts';

const ATTACKERS = ['user', 'employee', 'manager'] as const;
/** In the short form only who may do most. The tests in apps/server/test/http/mass-assignment.test.ts try an employee. */
const ATTACKING = { short: ['manager'], full: ATTACKERS } as const;
const NEWCOMER = { name: 'New', email: 'new@example.com', password: 'abcd', roles: 'User' };
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

export const noRoleForOneself: Proof = {
  name: 'no-role-for-oneself',
  guarantee: 'Users cannot grant themselves a role, or set any other server-owned field',
  target: 'every mutation × every server-owned field: 0 changes',
  short: true,
  async measure(size) {
    const world = await twoTeams();
    const snapshot = takeSnapshot(world.server);
    const entryPoints = openEntryPoints(world);
    try {
      return await tried(world, snapshot, entryPoints, size);
    } finally {
      entryPoints.close();
      snapshot.close();
      await world.server.remove();
    }
  },
};

type Attacker = (typeof ATTACKERS)[number];
type Call = (who: Attacker, forgery: object) => Promise<number>;

async function tried(
  world: TwoTeams,
  snapshot: DatabaseSnapshot,
  entryPoints: EntryPoints,
  size: Size,
): Promise<Result> {
  const owned = openOwnedFields(world.server);
  const wrong: string[] = [];
  let tries = 0;
  let accepted = 0;
  try {
    for (const [name, call] of mutations(world, entryPoints)) {
      for (const who of ATTACKING[size]) {
        const { own, foreign } = world.ids[who];
        for (const forgery of forgeries(size, own.me, foreign.person)) {
          tries += 1;
          accepted += Number((await call(who, forgery)) === 200);
          const changed = owned.changed(own.me);
          if (changed.length > 0)
            wrong.push(`${name} took ${JSON.stringify(forgery)} from ${who} (${changed})`);
          await snapshot.restored();
        }
      }
    }
  } finally {
    owned.close();
  }
  const what = `attempts changed something (${accepted} were accepted for their permitted fields)`;
  return { measured: exceptions(wrong, tries, what), holds: wrong.length === 0 && accepted > 0 };
}

/** Every way to change an object, with the input of the matrix for the caller's own objects and the forged field. */
function mutations({ ids }: TwoTeams, entryPoints: EntryPoints): [string, Call][] {
  const paths = Object.keys(procedures).filter(path => procedures[path]?._def.type === 'mutation');
  return [
    ...paths
      // Skips calls that end the attacker's own session, which would end the run.
      .filter(path => path !== 'auth.logout' && path !== 'auth.signOutEverywhere')
      .map((path): [string, Call] => [
        path,
        (who, forgery) => entryPoints.http(path, false, who, withForgery(path, who, forgery)),
      ]),
    ...routes
      .filter(({ at }) => !at.startsWith('GET') && at !== 'POST /auth/logout')
      .map(({ at }): [string, Call] => [
        at,
        (who, forgery) => entryPoints.rest(at, who, withForgery(procedureOf(at), who, forgery)),
      ]),
  ];

  function withForgery(path: string, who: Attacker, forgery: object): object {
    return { ...(path === 'auth.register' ? NEWCOMER : RIGHTS[path]?.input?.(ids[who].own)), ...forgery };
  }
}

/** The procedure whose input roughly fits a row. It ignores other fields. */
function procedureOf(at: string): string {
  const [method = '', path = ''] = at.split(' ');
  if (path === '/api/users') return 'auth.register';
  if (/messages|conversations/.test(path)) return method === 'POST' ? 'chat.send' : 'chat.edit';
  const noun = /groceries/.test(path) ? 'grocery' : /users/.test(path) ? 'member' : 'task';
  return `${noun}.${method === 'POST' ? 'create' : 'update'}`;
}

/** All forgeries at once except those that cause a refusal. The full run also tries each alone. */
function forgeries(size: Size, me: string, stranger: string): object[] {
  const rejected = [{ roles: ['Admin'] }, { manager: stranger }];
  const ignored = ignoredForgeries(me, stranger);
  const some = [Object.assign({}, ...ignored), ...rejected];
  return size === 'short' ? some : [...some, ...ignored, { roles: 5150 }, { roles: ['Manager', 'admin'] }];
}

function ignoredForgeries(me: string, stranger: string): object[] {
  return [
    { role: 'Admin', isAdmin: true, isManager: true },
    { admin: false },
    { managerId: stranger },
    { user: stranger },
    { creatorId: stranger },
    { sender: stranger, receiver: me },
    { senderId: stranger },
    { householdId: stranger },
    { passwordHash: 'x', password_hash: 'x' },
    { createdAt: 1, updatedAt: '2000-01-01T00:00:00.000Z', deletedAt: 1, editedAt: 1 },
    { sequence: 1, seriesId: me, scheduledDay: '2000-01-01', followsId: me, dueDay: '2000-01-01' },
    { sessionId: me, endsAt: 9e15, expiresAt: 9e15, generation: 9 },
    { constructor: { roles: ['Admin'] }, prototype: { isAdmin: true } },
  ];
}
