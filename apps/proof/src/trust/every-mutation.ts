import { appRouter } from '@onus/api/root';
import { CALLERS, type Caller, RIGHTS, TARGETS, verdictOf } from '@onus/server/rights-matrix';
import { at, elsewhere, send, textAt } from '../door.ts';
import type { Mailbox } from '../mailbox.ts';
import { until } from '../moments.ts';
import type { TwoTeams } from './two-teams.ts';

/** A mutation, with a caller who may call it. */
export interface Sample {
  path: string;
  caller: Caller;
  input: object;
  /** It reads or sets the refresh cookie, so it goes over HTTP. */
  hasCookie: boolean;
}

export type Samples = (preferred?: readonly Caller[]) => Sample[];

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

/** Names of all the procedures of a type. */
export function pathsOf(type: 'query' | 'mutation'): string[] {
  return Object.keys(procedures).filter(path => procedures[path]?._def.type === type);
}

/**
 * Every mutation of every router with an input that it accepts: most are in the rights matrix, the others are here.
 * @throws Error for a mutation without one, so that a new one is not forgotten.
 */
export async function everyMutation(world: TwoTeams, mailbox: Mailbox): Promise<Samples> {
  const own = await ownSamples(world, mailbox);
  return (preferred = []) => {
    const callers = [...new Set([...preferred, ...CALLERS])];
    return pathsOf('mutation').map(path => {
      const sample = own[path] ?? ofMatrix(world, path, callers);
      if (!sample) throw new Error(`${path} has no sample input: give it one in the rights matrix or here`);
      const caller = callers.find(who => 'input' in sample && sample.input(who)) ?? 'user';
      return { path, caller, input: sample.input(caller) ?? {}, hasCookie: sample.hasCookie ?? false };
    });
  };
}

interface Source {
  /** Null for a caller who may not call it. */
  input: (caller: Caller) => object | null;
  hasCookie?: boolean;
}

/** The input of the matrix for the first of the callers who is heard; those of one's own team come first. */
function ofMatrix({ ids }: TwoTeams, path: string, callers: readonly Caller[]): Source | null {
  const rule = RIGHTS[path];
  if (!rule || rule.open !== undefined) return null;
  const targets = rule.unnamed ? (['own'] as const) : TARGETS;
  const input = (caller: Caller) => {
    const target = targets.find(one => verdictOf(rule, caller, one) === 200);
    return target ? (rule.input?.(ids[caller][target]) ?? {}) : null;
  };
  return callers.some(input) ? { input } : null;
}

async function ownSamples(world: TwoTeams, mailbox: Mailbox): Promise<Record<string, Source>> {
  const { people } = world;
  const link = await post(world, 'manager', 'member.link', { id: people.employee.id });
  const token = new URL(textAt(link, 'url')).searchParams.get('token') ?? '';
  const lost = await takeBackToken(world, mailbox);
  const deleted = new Map<Caller, string>();
  for (const who of CALLERS) {
    const body = { title: 'deleted', dueDate: '2026-01-01' };
    const id = textAt(await post(world, who, 'task.create', body), 'id');
    await post(world, who, 'task.delete', { id });
    deleted.set(who, id);
  }
  const newcomer = { name: 'New', email: 'new@example.com', password: 'new-secret', roles: 'User' };
  const login = (who: Caller) => ({ email: people[who].email, password: people[who].password });
  return {
    'auth.login': { input: login, hasCookie: true },
    'auth.register': { input: () => newcomer, hasCookie: true },
    'auth.refresh': { input: () => ({}), hasCookie: true },
    'auth.logout': { input: () => ({}), hasCookie: true },
    'auth.activate': { input: () => ({ token, password: 'long enough' }), hasCookie: true },
    'auth.requestReset': { input: who => ({ email: people[who].email }), hasCookie: true },
    'auth.changePassword': { input: who => ({ current: people[who].password, password: 'another one' }) },
    'auth.takeBackEmail': { input: () => ({ token: lost }), hasCookie: true },
    'task.restore': { input: who => ({ id: deleted.get(who) }) },
  };
}

/** A person changes the email of the account; what takes it back is mailed to the old one. */
async function takeBackToken(world: TwoTeams, { mails }: Mailbox): Promise<string> {
  const person = world.people.otherManager;
  const change = { email: 'another@example.com', currentPassword: person.password };
  await post(world, 'otherManager', 'member.updateSelf', change);
  const find = () =>
    mails
      .filter(mail => mail.includes('otherManager'.toLowerCase()))
      .map(mail => /[?&]token=([\w.~-]+)/.exec(mail)?.[1])
      .find(Boolean);
  await until(() => find() !== undefined, 'the mail that takes an email back');
  person.email = change.email;
  return find() ?? '';
}

async function post({ server, people }: TwoTeams, who: Caller, path: string, body: object): Promise<unknown> {
  const answer = await send(server.url, `/trpc/${path}`, { token: people[who].token, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.bytes}`);
  return at(answer.body, 'result', 'data');
}

/** Calls it over HTTP, from an address of its own; answers the status. */
export async function callOf({ server, people }: TwoTeams, { path, caller, input }: Sample): Promise<number> {
  const { token, cookie } = people[caller];
  const answer = await send(server.url, `/trpc/${path}`, {
    token,
    cookie,
    body: input,
    headers: elsewhere(),
    alone: true,
  });
  return answer.status;
}
