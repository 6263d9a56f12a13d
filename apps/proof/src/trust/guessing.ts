import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { WebSocket } from 'ws';
import { at, send } from '../door.ts';
import { logIn, onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen } from './promise.ts';

const WRONG = 'not the password';

export const guessing: Proof = {
  name: 'guessing',
  promise: 'Password guessing is rate-limited',
  demanded:
    '10 failures / 15 min per account, 30 / min per address (IPv6 by /64), each attempt of a batch counted; the owner still gets in from a known browser; X-Forwarded-For only from TRUST_PROXY',
  short: true,
  async measure() {
    const trusting = await onInstall({}, async server => ({
      'guesses at an account heard': [await atAccount(server), 10],
      'in one batch': [await inBatch(server), 10],
      'at once': [await atOnce(server), 10],
      'over a socket, at an account': [await overSocket(server, 20, () => 'dan', '203.0.117.1'), 10],
      'seconds to wait, for an account': [await waitOf(server, atOneAccount), 15 * 60],
      'for an address': [await waitOf(server, fromOneAddress), 60],
      'from an address': [await fromAddress(server, () => '198.51.100.7'), 30],
      'from one IPv6 network': [await fromAddress(server, n => `2001:db8:1:2:${n.toString(16)}::1`), 30],
      'from many IPv6 networks': [await fromAddress(server, n => `2001:db8:2:${n.toString(16)}::1`), 40],
      'owner from a known browser': [await owner(server), 200],
    }));
    const alone = await onInstall({ TRUST_PROXY: '' }, async server => ({
      'from a liar about the address': [await fromAddress(server, n => `198.51.100.${n}`), 30],
    }));
    const socket = await onInstall({ TRUST_PROXY: '' }, async server => ({
      'from a liar over sockets': [await liarOverSockets(server), 30],
    }));
    const other = await onInstall({ TRUST_PROXY: '10.0.0.0/8' }, async server => ({
      'from a liar that is not the proxy': [await fromAddress(server, n => `198.51.100.${n}`), 30],
    }));
    return judged({ ...trusting, ...alone, ...socket, ...other });
  },
};

function judged(found: Record<string, number[]>): Seen {
  const all = Object.entries(found);
  const said = all.map(([what, [got, due]]) => `${what} ${got}${got === due ? '' : ` instead of ${due}`}`);
  return { measured: said.join(', '), kept: all.every(([, [got, due]]) => got === due) };
}

/** Each guess comes from somewhere else: only the account counts. @returns how many were heard. */
async function atAccount(server: Server): Promise<number> {
  const { email } = await register(server, 'Guessed');
  let heard = 0;
  for (let n = 0; n < 14; n++) heard += Number((await guess(server, email, `203.0.113.${n}`)) === 401);
  // The server refuses the right password as well, so a guesser does not learn that it is right.
  const right = await guess(server, email, '203.0.113.99', 'Guessed-secret');
  return right === 429 ? heard : -1;
}

async function atOnce(server: Server): Promise<number> {
  const tries = Array.from({ length: 25 }, (_, n) => guess(server, 'ben@example.com', `203.0.114.${n}`));
  return (await Promise.all(tries)).filter(status => status === 401).length;
}

async function inBatch(server: Server): Promise<number> {
  const names = Array.from({ length: 20 }, () => 'auth.login').join(',');
  const one = { email: 'cleo@example.com', password: WRONG };
  const body = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, one]));
  const headers = { 'x-forwarded-for': '203.0.115.1' };
  const answer = await send(server.url, `/trpc/${names}?batch=1`, { body, headers });
  const answers = Array.isArray(answer.body) ? answer.body : [];
  return answers.filter(each => at(each, 'error', 'data', 'httpStatus') === 401).length;
}

/** @param target the name that a guess is for. @returns how many the server checked. */
async function overSocket(
  server: Server,
  guesses: number,
  target: (n: number) => string,
  address: string,
): Promise<number> {
  class Line extends WebSocket {
    constructor(url: string) {
      super(url, { headers: { 'x-forwarded-for': address } });
    }
  }
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    // The browser's constructor as far as the client uses it: ws has the same methods and events.
    WebSocket: Line as unknown as typeof globalThis.WebSocket,
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  const tries = Array.from({ length: guesses }, (_, n) => {
    const one = { email: `${target(n)}@example.com`, password: WRONG };
    return client.auth.login.mutate(one).then(() => 200, statusOf);
  });
  const heard = (await Promise.all(tries)).filter(status => status === 401).length;
  socket.close();
  return heard;
}

/** Each socket claims to come from somewhere else. */
async function liarOverSockets(server: Server): Promise<number> {
  let heard = 0;
  for (let n = 0; n < 4; n++)
    heard += await overSocket(server, 10, guess => `socket-${n}-${guess}`, `198.51.100.${n}`);
  return heard;
}

function statusOf(error: unknown): number {
  return error instanceof TRPCClientError ? (error.data?.httpStatus ?? 0) : 0;
}

/** Each guess is at another account: only the address counts. */
async function fromAddress(server: Server, address: (n: number) => string): Promise<number> {
  let heard = 0;
  for (let n = 1; n <= 40; n++)
    heard += Number((await guess(server, `${address(0)}-${n}@example.com`, address(n))) === 401);
  return heard;
}

/** What one who was turned away is told to wait, in the seconds after the first guess. */
async function waitOf(server: Server, who: (n: number) => [string, string]): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < 40; n++) {
    const [email, address] = who(n);
    const body = { email, password: WRONG };
    const { headers } = await send(server.url, '/auth', { body, headers: { 'x-forwarded-for': address } });
    // The window opened with the first guess, some of it is over.
    if (headers['retry-after'])
      return Math.round((Number(headers['retry-after']) + (performance.now() - began) / 1000) / 30) * 30;
  }
  return 0;
}

function atOneAccount(n: number): [string, string] {
  return ['finn@example.com', `203.0.118.${n}`];
}

function fromOneAddress(n: number): [string, string] {
  return [`gil-${n}@example.com`, '203.0.119.1'];
}

/** A stranger has used up the account's guesses; the browser that signed in before is heard all the same. */
async function owner(server: Server): Promise<number> {
  const eve = await register(server, 'Eve');
  const { cookie } = await logIn(server, eve);
  for (let n = 0; n < 12; n++) await guess(server, eve.email, `203.0.116.${n}`);
  if ((await guess(server, eve.email, '203.0.116.50', eve.password)) !== 429) return 0;
  const marker = cookie.split('; ').find(one => one.startsWith('onus-browser='));
  return guess(server, eve.email, '203.0.116.51', eve.password, marker);
}

async function guess(
  server: Server,
  email: string,
  address: string,
  password = WRONG,
  cookie?: string,
): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  return (await send(server.url, '/auth', { body: { email, password }, headers, cookie })).status;
}
