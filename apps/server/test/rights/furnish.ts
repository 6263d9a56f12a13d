import { createSystemScope, createVisitor } from '@onus/api/core/scope';
import { findAccount } from '@onus/api/people/find';
import { place, signUp, type TestServer } from '../server.ts';
import { CALLERS, type Caller, type Ids, type Target } from './rule.ts';
import { ABSENT, type AnyCaller, MANAGERS, PARTNERS, REPEATING } from './world.ts';

export type Tokens = Record<AnyCaller, string | undefined>;

export interface Furnished {
  ids: Record<Caller, Record<Target, Ids>>;
  tokens: Tokens;
}

/** Two teams, a single user and an Admin, with something of everything. */
export async function furnish(all: TestServer): Promise<Furnished> {
  const signed = await settle(all);
  const tokens = await tokensOf(all, signed);
  const own = {} as Record<Caller, Ids>;
  for (const who of CALLERS) own[who] = await thingsOf(all, signed, who);
  const assigned = (boss: Caller, member: Caller) =>
    make(all, signed[boss], '/tasks', { ...REPEATING, assignees: [signed[member].id] });
  const team = {
    ...own.manager,
    person: signed.employee.id,
    session: own.employee.session,
    token: own.employee.token,
    feed: own.employee.feed,
    task: await assigned('manager', 'employee'),
  };
  const foreign = {
    ...own.otherManager,
    person: signed.stranger.id,
    session: own.stranger.session,
    token: own.stranger.token,
    feed: own.stranger.feed,
    task: await assigned('otherManager', 'stranger'),
  };
  const missing = Object.fromEntries(Object.keys(team).map(name => [name, ABSENT])) as unknown as Ids;
  const ids = Object.fromEntries(CALLERS.map(who => [who, { own: own[who], team, foreign, missing }]));
  return { ids: ids as Furnished['ids'], tokens };
}

type Person = Awaited<ReturnType<typeof signUp>>;
type Signed = Record<Caller | 'expired' | 'deactivated', Person>;

/** Everyone, in the role and the household that they are named after. */
async function settle(all: TestServer): Promise<Signed> {
  const signed = {} as Signed;
  for (const who of [...CALLERS, 'expired', 'deactivated'] as const) signed[who] = await signUp(all, who);
  place(all, signed.manager.id, 'Manager');
  place(all, signed.otherManager.id, 'Manager');
  place(all, signed.admin.id, 'Admin,Manager');
  place(all, signed.stranger.id, 'Employee', signed.otherManager.id);
  for (const who of ['employee', 'deactivated', 'expired'] as const) {
    place(all, signed[who].id, 'Employee', signed.manager.id);
  }
  return signed;
}

async function tokensOf({ services }: TestServer, signed: Signed): Promise<Tokens> {
  const tokens = {} as Tokens;
  for (const who of CALLERS) tokens[who] = signed[who].token;
  tokens.expired = await tokenOfAnHourAgo(services, signed.expired.id);
  tokens.deactivated = signed.deactivated.token;
  services.db.$client.prepare('update user set active = 0 where id = ?').run(signed.deactivated.id);
  tokens.rubbish = 'rubbish';
  tokens.signedOut = undefined;
  return tokens;
}

async function make({ send }: TestServer, { token }: Person, path: string, body: object): Promise<string> {
  const answer = await send('POST', path, { token, body });
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

async function thingsOf(all: TestServer, signed: Signed, who: Caller): Promise<Ids> {
  const [partner, starter] = PARTNERS[who];
  const [me, other] = [signed[who], signed[starter === who ? partner : who]];
  const users = [other.id];
  const conversation = await make(all, signed[starter], '/conversations', { users, message: 'Hello' });
  return {
    me: me.id,
    task: await make(all, me, '/tasks', REPEATING),
    item: await make(all, me, '/groceries', { name: 'Milk' }),
    person: me.id,
    conversation,
    message: await make(all, me, '/messages', { conversationId: conversation, message: `from ${who}` }),
    session: await phoneOf(all, who, me.id),
    invitation: MANAGERS.includes(who) ? await make(all, me, '/invitations', { role: 'Employee' }) : ABSENT,
    token: await tokenOf(all, me),
    feed: await feedOf(all, me),
  };
}

async function feedOf({ send }: TestServer, { token }: Person): Promise<string> {
  const body = { name: 'Phone' };
  return (await send('POST', '/trpc/feed.create', { token, body })).body.result.data.id;
}

async function tokenOf({ send }: TestServer, { token }: Person): Promise<string> {
  const body = { name: 'Script', scopes: ['read'] };
  return (await send('POST', '/trpc/token.create', { token, body })).body.result.data.id;
}

/** Another browser of the same person, so that signing it out leaves this one alone. */
async function phoneOf({ services, send }: TestServer, who: Caller, id: string): Promise<string> {
  await send('POST', '/auth', {
    body: { email: `${who.toLowerCase()}@example.com`, password: `${who}-secret` },
  });
  const newest = services.db.$client.prepare('select id from session where user_id = ? order by rowid desc');
  return String(newest.pluck().get(id));
}

async function tokenOfAnHourAgo(
  { db, sessions, clock }: TestServer['services'],
  id: string,
): Promise<string> {
  const row = db.$client.prepare('select email from user where id = ?').pluck().get(id);
  const account = findAccount(db, createSystemScope(clock()), String(row));
  if (!account) throw new Error('no such account');
  const visitor = createVisitor({ now: clock() - 3_600_000, changed() {} });
  const device = { userAgent: 'test', network: '', timeZone: null };
  const held = sessions.open(db, visitor, account, device, null);
  return (await sessions.issue(held, visitor.now)).accessToken;
}
