import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStopLinks } from '@onus/api/core/secrets/stop-links';
import { authenticator } from '@onus/api/passkey/testing';
import { appRouter } from '@onus/api/root';
import { RIGHTS, verdictOf } from '@onus/server/test/rights/matrix';
import { SUBSCRIPTION } from '@onus/server/test/rights/notifications';
import { CALLERS, type Caller, TARGETS } from '@onus/server/test/rights/rule';
import { at, fromNewAddress, send, textAt } from '../client/http-client.ts';
import { waitUntil } from '../concurrency.ts';
import type { Mailbox } from '../mailbox.ts';
import type { TwoTeams } from '../users/two-teams.ts';

/** A mutation, with a caller who may call it. */
export interface Sample {
  path: string;
  caller: Caller;
  input: object;
  /** It reads or sets the refresh cookie, so it needs HTTP. */
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
 * @throws Error for a mutation without one, so that new mutations are covered.
 */
export async function mutationSamples(world: TwoTeams, mailbox: Mailbox): Promise<Samples> {
  const own = await ownSamples(world, mailbox);
  return (preferred = []) => {
    const callers = [...new Set([...preferred, ...CALLERS])];
    return pathsOf('mutation')
      .filter(hasSample)
      .map(path => {
        const sample = own[path] ?? ofMatrix(world, path, callers);
        if (!sample) throw new Error(`${path} has no sample input: give it one in the rights matrix or here`);
        const caller = callers.find(who => 'input' in sample && sample.input(who)) ?? 'user';
        return { path, caller, input: sample.input(caller) ?? {}, hasCookie: sample.hasCookie ?? false };
      });
  };
}

/**
 * The others need a sign-in provider, or an answer that is good for a moment only: the code of an app, the signature of a
 * passkey. Their own tests call them.
 */
const OF_THE_MOMENT = ['totp.confirm', 'totp.remove', 'passkey.register', 'passkey.signIn'];
const WITH_PROVIDER = ['oidc.start', 'oidc.finish', 'oidc.link'];

function hasSample(path: string): boolean {
  return ![...WITH_PROVIDER, ...OF_THE_MOMENT].includes(path);
}

interface Source {
  /** Null for a caller who may not call it. */
  input: (caller: Caller) => object | null;
  hasCookie?: boolean;
}

/** The input of the matrix for the first of the callers who may call; those of one's own team come first. */
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
  const invited = textAt(await post(world, 'manager', 'invite.create', { role: 'Employee' }), 'url');
  const invitation = new URL(invited).searchParams.get('token') ?? '';
  const lost = await takeBackToken(world, mailbox);
  const deleted = new Map<Caller, string>();
  const removed = new Map<Caller, string>();
  for (const who of CALLERS) {
    const body = { title: 'deleted', dueDate: '2026-01-01' };
    const id = textAt(await post(world, who, 'task.create', body), 'id');
    await post(world, who, 'task.delete', { id });
    await post(world, who, 'notify.update', { kinds: { due: ['mail'] } });
    deleted.set(who, id);
    const item = textAt(await post(world, who, 'grocery.create', { name: 'removed' }), 'id');
    await post(world, who, 'grocery.delete', { id: item });
    removed.set(who, item);
  }
  const imported = new Map<Caller, string>();
  for (const [n, who] of CALLERS.entries()) {
    const id = `0198c0de-0000-7000-8000-0000000001${n}0`;
    await post(world, who, 'sheet.import', { kind: 'groceries', table: 'name\nimported', id, count: 1 });
    imported.set(who, id);
  }
  const passkeys = new Map<Caller, string>();
  for (const who of CALLERS) passkeys.set(who, await addPasskey(world, who));
  const stopToken = await stopTokens(world);
  const newcomer = { name: 'New', email: 'new@example.com', password: 'new-secret', roles: 'User' };
  const login = (who: Caller) => ({ email: people[who].email, password: people[who].password });
  return {
    'auth.login': { input: login, hasCookie: true },
    'auth.register': { input: () => newcomer, hasCookie: true },
    'auth.refresh': { input: () => ({}), hasCookie: true },
    'auth.logout': { input: () => ({}), hasCookie: true },
    'auth.activate': { input: () => ({ token, password: 'long enough' }), hasCookie: true },
    'invite.redeem': {
      input: () => ({ token: invitation, name: 'New', email: 'invited@example.com', password: 'new-secret' }),
      hasCookie: true,
    },
    'auth.requestReset': { input: who => ({ email: people[who].email }), hasCookie: true },
    'auth.changePassword': { input: who => ({ current: people[who].password, password: 'another one' }) },
    'notify.stop': { input: who => ({ token: stopToken(who) }), hasCookie: true },
    'auth.takeBackEmail': { input: () => ({ token: lost }), hasCookie: true },
    'totp.start': { input: who => ({ currentPassword: people[who].password }) },
    'passkey.registerOptions': { input: who => ({ currentPassword: people[who].password }) },
    'passkey.delete': { input: who => ({ id: passkeys.get(who) }) },
    'passkey.signInOptions': { input: () => ({}), hasCookie: true },
    ...(await pushSamples(world)),
    'task.restore': { input: who => ({ id: deleted.get(who) }) },
    'sheet.undo': { input: who => ({ id: imported.get(who) }) },
    'admin.testMail': { input: who => (who === 'admin' ? {} : null) },
    'grocery.restore': { input: who => ({ id: removed.get(who) }) },
  };
}

/** A push service that needs no name server, because the operator names it. It is never there. */
export const PUSH = { PUSH: 'on', PUSH_HOSTS: 'localhost:9' };

async function pushSamples(world: TwoTeams): Promise<Record<string, Source>> {
  const devices = new Map<Caller, string>();
  for (const who of CALLERS)
    devices.set(who, textAt(await post(world, who, 'push.subscribe', deviceOf(who)), 'id'));
  return {
    'push.subscribe': { input: deviceOf },
    'push.remove': { input: who => ({ id: devices.get(who) }) },
    'admin.testPush': { input: who => (who === 'admin' ? {} : null) },
  };
}

function deviceOf(who: Caller): object {
  return { ...SUBSCRIPTION, endpoint: `https://${PUSH.PUSH_HOSTS}/${who}` };
}

/** What the link in an email to each caller has. The server signs it with its key file. */
async function stopTokens({ server, people }: TwoTeams) {
  const links = createStopLinks(await readFile(join(server.dataDir, 'key')));
  return (who: Caller) => links.pathFor({ userId: people[who].id, kind: 'due' }).split('token=')[1];
}

/** @returns the id of the passkey. */
async function addPasskey(world: TwoTeams, who: Caller): Promise<string> {
  const currentPassword = world.people[who].password;
  const asked = await post(world, who, 'passkey.registerOptions', { currentPassword });
  const key = authenticator(`http://localhost:${world.server.port}`).register(asked as { challenge: string });
  return textAt(await post(world, who, 'passkey.register', { name: 'Key', response: key }), 'id');
}

/** Changes a person's email. The server emails the restore link to the old address. */
async function takeBackToken(world: TwoTeams, { mails }: Mailbox): Promise<string> {
  const person = world.people.otherManager;
  const change = { email: 'another@example.com', currentPassword: person.password };
  await post(world, 'otherManager', 'member.updateSelf', change);
  const find = () =>
    mails
      .filter(mail => mail.includes('otherManager'.toLowerCase()))
      .map(mail => /[?&]token=([\w.~-]+)/.exec(mail)?.[1])
      .find(Boolean);
  await waitUntil(() => find() !== undefined, 'the mail that takes an email back');
  person.email = change.email;
  return find() ?? '';
}

async function post({ server, people }: TwoTeams, who: Caller, path: string, body: object): Promise<unknown> {
  const response = await send(server.url, `/trpc/${path}`, { token: people[who].token, body });
  if (response.status !== 200) throw new Error(`${path}: ${response.bytes}`);
  return at(response.body, 'result', 'data');
}

/** Calls it over HTTP from its own address; returns the status. */
export async function callOf({ server, people }: TwoTeams, { path, caller, input }: Sample): Promise<number> {
  const { token, cookie } = people[caller];
  const response = await send(server.url, `/trpc/${path}`, {
    token,
    cookie,
    body: input,
    headers: fromNewAddress(),
    ownConnection: true,
  });
  return response.status;
}
