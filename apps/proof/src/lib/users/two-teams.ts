import { CALLERS, type Caller, type Ids, type Target } from '@onus/server/test/rights/rule';
import { ABSENT, type AnyCaller, MANAGERS, PARTNERS, REPEATING } from '@onus/server/test/rights/world';
import { send, textAt } from '../client/http-client.ts';
import { type Server, type ServerOptions, startServer } from '../server/server.ts';
import { type Account, addMember, createAdmin, logIn, register } from './accounts.ts';

/** Two teams, a single user and an Admin, with objects of every kind: the data of the rights matrix. */
export interface TwoTeams {
  server: Server;
  people: Record<Caller, Account>;
  tokens: Record<AnyCaller, string | undefined>;
  ids: Record<Caller, Record<Target, Ids>>;
}

/** Created through the entry points only, as people do. @param hasExpired whether there is an expired token, too. */
export async function twoTeams(
  { hasExpired = false, ...options }: ServerOptions & { hasExpired?: boolean } = {},
  more: Record<string, string> = {},
): Promise<TwoTeams> {
  const settings: Record<string, string> = { TRUST_PROXY: 'loopback', ACCESS_TOKEN_TTL: '1h', ...more };
  // The expired token comes from a server whose tokens last 1 s.
  if (hasExpired) settings.ACCESS_TOKEN_TTL = '1s';
  const server = await startServer(settings, options);
  const expired = hasExpired ? (await register(server, 'expired')).token : undefined;
  if (hasExpired) {
    settings.ACCESS_TOKEN_TTL = '1h';
    await server.stop();
    await server.start();
  }

  const people = await team(server);
  const { deactivated, ...callers } = people;
  const off = { id: deactivated.id, active: false };
  await make(server, callers.manager.token, 'PATCH', '/users', off);
  const tokens: TwoTeams['tokens'] = {
    ...mapped(who => callers[who].token),
    signedOut: undefined,
    rubbish: 'rubbish',
    expired,
    deactivated: deactivated.token,
  };
  return { server, people: callers, tokens, ids: await furnished(server, callers) };
}

async function team(server: Server): Promise<Record<Caller | 'deactivated', Account>> {
  const manager = await register(server, 'manager', 'Manager');
  const otherManager = await register(server, 'otherManager', 'Manager');
  return {
    user: await register(server, 'user'),
    manager,
    otherManager,
    employee: await addMember(server, manager, 'employee'),
    deactivated: await addMember(server, manager, 'deactivated'),
    stranger: await addMember(server, otherManager, 'stranger'),
    admin: await createAdmin(server, 'admin'),
  };
}

async function furnished(server: Server, people: Record<Caller, Account>): Promise<TwoTeams['ids']> {
  const own = {} as Record<Caller, Ids>;
  for (const who of CALLERS) own[who] = await thingsOf(server, people, who);
  async function ofTeam(boss: Caller, member: Caller): Promise<Ids> {
    const assignees = [people[member].id];
    const task = await make(server, people[boss].token, 'POST', '/tasks', { ...REPEATING, assignees });
    const { session, token, feed } = own[member];
    return { ...own[boss], person: people[member].id, session, token, feed, task };
  }
  const team = await ofTeam('manager', 'employee');
  const foreign = await ofTeam('otherManager', 'stranger');
  const missing = Object.fromEntries(Object.keys(team).map(key => [key, ABSENT])) as unknown as Ids;
  return mapped(who => ({ own: own[who], team, foreign, missing }));
}

async function thingsOf(server: Server, people: Record<Caller, Account>, who: Caller): Promise<Ids> {
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
    invitation: MANAGERS.includes(who)
      ? await make(server, token, 'POST', '/invitations', { role: 'Employee' })
      : ABSENT,
    token: await personalToken(server, people[who]),
    feed: await calendarFeed(server, people[who]),
  };
}

async function calendarFeed({ url }: Server, { token }: Account): Promise<string> {
  const response = await send(url, '/trpc/feed.create', { token, body: { name: 'Phone' } });
  return textAt(response.body, 'result', 'data', 'id');
}

async function personalToken({ url }: Server, { token }: Account): Promise<string> {
  const body = { name: 'Script', scopes: ['read'] };
  const response = await send(url, '/trpc/token.create', { token, body });
  return textAt(response.body, 'result', 'data', 'id');
}

/** Another browser of the same person, so that signing it out does not affect the first. */
async function anotherSession(server: Server, person: Account): Promise<string> {
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
  const response = await send(server.url, path, { method, token, body });
  if (response.status > 201) throw new Error(`${method} ${path}: ${response.bytes}`);
  return textAt(response.body, 'id');
}

function mapped<T>(of: (who: Caller) => T): Record<Caller, T> {
  return Object.fromEntries(CALLERS.map(who => [who, of(who)])) as Record<Caller, T>;
}
