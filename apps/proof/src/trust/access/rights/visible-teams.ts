import { pick, seededRandom } from '../../../lib/seeded-random.ts';
import type { Server } from '../../../lib/server/server.ts';
import { createAdmin } from '../../../lib/users/accounts.ts';
import { type HouseholdUser, PASSWORD, signIn } from '../../../lib/users/household.ts';

export interface Reader extends HouseholdUser {
  name: string;
}

const NAMES = ['root', 'boss', 'ana', 'pat', 'kim', 'max', 'mia', 'other', 'cem', 'solo'] as const;
export type Cast = Record<(typeof NAMES)[number], Reader>;

const DUE = ['2020-01-01', '2099-01-01'];

/**
 * Every relation between people: a manager whose member also manages others, a manager who lost the role and whose
 * member has moved, another team, a single user, and an Admin who assigned tasks to several teams.
 */
export async function nestedTeams(server: Server): Promise<Cast> {
  const { url } = server;
  const admin = await createAdmin(server, 'Root');
  const root = { ...(await signIn(url, admin.email, admin.password)), name: 'root' };
  const boss = await made(url, root, 'boss', ['Manager']);
  const other = await made(url, root, 'other', ['Manager']);
  const pat = await made(url, boss, 'pat', ['Employee', 'Manager']);
  const max = await made(url, boss, 'max', ['Manager']);
  const cast = {
    root,
    boss,
    ana: await made(url, boss, 'ana', ['Employee']),
    pat,
    kim: await made(url, pat, 'kim', ['Employee']),
    max,
    mia: await made(url, max, 'mia', ['Employee']),
    other,
    cem: await made(url, other, 'cem', ['Employee']),
    solo: await made(url, root, 'solo', ['Employee']),
  };
  await root.calls.member.move.mutate({ id: cast.solo.id, managerId: null });
  await furnish(cast);
  await root.calls.member.update.mutate({ id: max.id, roles: ['Employee'] });
  await furnish(cast);
  await root.calls.member.move.mutate({ id: cast.mia.id, managerId: other.id });
  await furnish(cast);
  return cast;
}

async function made(
  url: string,
  by: HouseholdUser,
  name: string,
  roles: ['Employee' | 'Manager', ...string[]],
) {
  const email = `${name}@example.com`;
  await by.calls.member.create.mutate({ username: name, email, password: PASSWORD, roles });
  return { ...(await signIn(url, email)), name };
}

/** Tasks with and without assignees, items and threads, from the same seed in every run. */
async function furnish(cast: Cast): Promise<void> {
  const random = seededRandom(7);
  for (const reader of Object.values(cast)) {
    const { calls, name } = reader;
    const people = (await calls.member.assignable.query({})).items.map(one => one.id);
    for (let number = 0; number < 3; number++) {
      const assignees = number === 0 ? [] : [...new Set([pick(random, people), pick(random, people)])];
      const dueDate = pick(random, DUE);
      const { id } = await calls.task.create.mutate({ title: `${name} ${number}`, dueDate, assignees });
      if (number === 2) await calls.task.update.mutate({ id, completed: true });
    }
    await calls.grocery.create.mutate({ name: `Milk of ${name}` });
    const [to] = (await calls.chat.people.query({})).items;
    if (to) await calls.chat.start.mutate({ users: [to.id], message: `Hello from ${name}` });
  }
}
