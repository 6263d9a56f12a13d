import { CALLERS, type Caller, type Ids, type Target } from '@onus/server/rights-matrix';
import { ABSENT, type Anybody, PARTNERS, REPEATING } from '@onus/server/rights-world';
import { send, textAt } from '../door.ts';
import { addMember, logIn, makeAdmin, type Person, register } from '../people.ts';
import { type Place, type Server, startServer } from '../server.ts';

/** Two teams, a single user and an Admin, with something of everything: the world of the rights matrix. */
export interface TwoTeams {
  server: Server;
  people: Record<Caller, Person>;
  tokens: Record<Anybody, string | undefined>;
  ids: Record<Caller, Record<Target, Ids>>;
}

/** Made through the doors only, as people make it. */
export async function twoTeams(place: Place = {}, more: Record<string, string> = {}): Promise<TwoTeams> {
  // A token that has run out is one of a server whose tokens last a second.
  const settings: Record<string, string> = { TRUST_PROXY: 'loopback', ACCESS_TOKEN_TTL: '1s', ...more };
  const server = await startServer(settings, place);
  const expired = await register(server, 'expired');
  settings.ACCESS_TOKEN_TTL = '1h';
  await server.stop();
  await server.start();

  const people = await team(server);
  const { deactivated, ...callers } = people;
  const off = { id: deactivated.id, active: false };
  await make(server, callers.manager.token, 'PATCH', '/users', off);
  const tokens: TwoTeams['tokens'] = {
    ...mapped(who => callers[who].token),
    nobody: undefined,
    rubbish: 'rubbish',
    expired: expired.token,
    deactivated: deactivated.token,
  };
  return { server, people: callers, tokens, ids: await furnished(server, callers) };
}

async function team(server: Server): Promise<Record<Caller | 'deactivated', Person>> {
  const manager = await register(server, 'manager', 'Manager');
  const otherManager = await register(server, 'otherManager', 'Manager');
  return {
    user: await register(server, 'user'),
    manager,
    otherManager,
    employee: await addMember(server, manager, 'employee'),
    deactivated: await addMember(server, manager, 'deactivated'),
    stranger: await addMember(server, otherManager, 'stranger'),
    admin: await makeAdmin(server, 'admin'),
  };
}

async function furnished(server: Server, people: Record<Caller, Person>): Promise<TwoTeams['ids']> {
  const own = {} as Record<Caller, Ids>;
  for (const who of CALLERS) own[who] = await thingsOf(server, people, who);
  async function ofTeam(boss: Caller, member: Caller): Promise<Ids> {
    const assignees = [people[member].id];
    const task = await make(server, people[boss].token, 'POST', '/tasks', { ...REPEATING, assignees });
    return { ...own[boss], person: people[member].id, session: own[member].session, task };
  }
  const team = await ofTeam('manager', 'employee');
  const foreign = await ofTeam('otherManager', 'stranger');
  const missing = Object.fromEntries(Object.keys(team).map(key => [key, ABSENT])) as unknown as Ids;
  return mapped(who => ({ own: own[who], team, foreign, missing }));
}

async function thingsOf(server: Server, people: Record<Caller, Person>, who: Caller): Promise<Ids> {
  const [partner, starter] = PARTNERS[who];
  const { id, token } = people[who];
  const users = [people[starter === who ? partner : who].id];
  const started = { users, message: 'Hello' };
  const conversation = await make(server, people[starter].token, 'POST', '/conversations', started);
  const message = { conversationId: conversation, message: `from ${who}` };
  return {
    me: id,
    task: await make(server, token, 'POST', '/tasks', REPEATING),
    item: await make(server, token, 'POST', '/groceries', { name: 'Milk' }),
    person: id,
    conversation,
    message: await make(server, token, 'POST', '/messages', message),
    session: await anotherSession(server, people[who]),
  };
}

/** Another browser of the same person, so that signing it out leaves this one alone. */
async function anotherSession(server: Server, person: Person): Promise<string> {
  const { token } = await logIn(server, person);
  const { body } = await send(server.url, '/trpc/auth.sessions', { token });
  const sessions = (body as { result: { data: { id: string; current: boolean }[] } }).result.data;
  return sessions.find(one => one.current)?.id ?? '';
}

async function make(
  server: Server,
  token: string,
  method: string,
  path: string,
  body: object,
): Promise<string> {
  const answer = await send(server.url, path, { method, token, body });
  if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.bytes}`);
  return textAt(answer.body, 'id');
}

function mapped<T>(of: (who: Caller) => T): Record<Caller, T> {
  return Object.fromEntries(CALLERS.map(who => [who, of(who)])) as Record<Caller, T>;
}
