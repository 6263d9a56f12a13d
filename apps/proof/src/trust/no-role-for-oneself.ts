import { appRouter } from '@onus/api/root';
import { routes } from '@onus/server/rest/routes';
import { RIGHTS } from '@onus/server/rights-matrix';
import { exceptions } from '../figures.ts';
import { keepWorld, type SameWorld } from '../same-world.ts';
import { type Doors, openDoors } from './matrix-doors.ts';
import { openOwnedFields } from './owned-fields.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { type TwoTeams, twoTeams } from './two-teams.ts';

const LIARS = ['user', 'employee', 'manager'] as const;
const NEWCOMER = { name: 'New', email: 'new@example.com', password: 'abcd', roles: 'User' };
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

export const noRoleForOneself: Proof = {
  name: 'no-role-for-oneself',
  promise: 'Users cannot grant themselves a role, or set any other server-owned field',
  demanded: 'every mutation × every server-owned field: 0 changes',
  short: true,
  async measure(size) {
    const world = await twoTeams();
    const kept = keepWorld(world.server);
    const doors = openDoors(world);
    try {
      return await tried(world, kept, doors, size);
    } finally {
      doors.close();
      kept.close();
      await world.server.remove();
    }
  },
};

type Liar = (typeof LIARS)[number];
type Call = (who: Liar, lie: object) => Promise<number>;

async function tried(world: TwoTeams, kept: SameWorld, doors: Doors, size: Size): Promise<Seen> {
  const owned = openOwnedFields(world.server);
  const wrong: string[] = [];
  let tries = 0;
  let heard = 0;
  try {
    for (const [name, call] of mutations(world, doors)) {
      for (const who of LIARS) {
        const { own, foreign } = world.ids[who];
        for (const lie of lies(size, own.me, foreign.person)) {
          tries += 1;
          heard += Number((await call(who, lie)) === 200);
          const changed = owned.changed(own.me);
          if (changed.length > 0) wrong.push(`${name} took ${JSON.stringify(lie)} from ${who} (${changed})`);
          await kept.restored();
        }
      }
    }
  } finally {
    owned.close();
  }
  const what = `attempts changed something (${heard} were heard for what they may do)`;
  return { measured: exceptions(wrong, tries, what), kept: wrong.length === 0 && heard > 0 };
}

/** Every way to change something, given what its row of the matrix sends about one's own, and the lie. */
function mutations({ ids }: TwoTeams, doors: Doors): [string, Call][] {
  const paths = Object.keys(procedures).filter(path => procedures[path]?._def.type === 'mutation');
  return [
    ...paths
      // What ends the liar's own session would end the run.
      .filter(path => path !== 'auth.logout')
      .map((path): [string, Call] => [
        path,
        (who, lie) => doors.http(path, false, who, withLie(path, who, lie)),
      ]),
    ...routes
      .filter(({ at }) => !at.startsWith('GET') && at !== 'POST /auth/logout')
      .map(({ at }): [string, Call] => [
        at,
        (who, lie) => doors.rest(at, who, withLie(procedureOf(at), who, lie)),
      ]),
  ];

  function withLie(path: string, who: Liar, lie: object): object {
    return { ...(path === 'auth.register' ? NEWCOMER : RIGHTS[path]?.input?.(ids[who].own)), ...lie };
  }
}

/** The procedure whose input fits a row, roughly: the fields that do not belong to it are not read. */
function procedureOf(at: string): string {
  const [method = '', path = ''] = at.split(' ');
  if (path === '/api/users') return 'auth.register';
  if (/messages|conversations/.test(path)) return method === 'POST' ? 'chat.send' : 'chat.edit';
  const noun = /groceries/.test(path) ? 'grocery' : /users/.test(path) ? 'member' : 'task';
  return `${noun}.${method === 'POST' ? 'create' : 'update'}`;
}

/** All of them at once, but for those that make a call be refused; in the full run each by itself, too. */
function lies(size: Size, me: string, stranger: string): object[] {
  const loud = [{ roles: ['Admin'] }, { manager: stranger }];
  const quiet = quietLies(me, stranger);
  const some = [Object.assign({}, ...quiet), ...loud];
  return size === 'short' ? some : [...some, ...quiet, { roles: 5150 }, { roles: ['Manager', 'admin'] }];
}

function quietLies(me: string, stranger: string): object[] {
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
