import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { WebSocket } from 'ws';
import { at, send } from '../../../lib/client/http-client.ts';
import type { Server } from '../../../lib/server/server.ts';
import { logIn, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result } from '../../proof.ts';

const WRONG = 'not the password';

export const guessing: Proof = {
  name: 'guessing',
  guarantee: 'Password guessing is rate-limited',
  target:
    '10 failures / 15 min per account, 30 / min per address (IPv6 by /64), each attempt of a batch counted; the owner still gets in from a known browser; X-Forwarded-For only from TRUST_PROXY',
  short: true,
  async measure(size) {
    const options = { hasCheapPasswords: size === 'short' };
    const asked = (settings: Record<string, string>, show: (server: Server) => Promise<Found>) =>
      withServer(settings, show, options);
    const trusting = await asked({}, async server => ({
      'guesses checked at an account': [await atAccount(server), 10],
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
    const alone = await asked({ TRUST_PROXY: '' }, async server => ({
      'with a forged address': [await fromAddress(server, n => `198.51.100.${n}`), 30],
    }));
    const socket = await asked({ TRUST_PROXY: '' }, async server => ({
      'with forged addresses over sockets': [await forgedAddressOverSockets(server), 30],
    }));
    const other = await asked({ TRUST_PROXY: '10.0.0.0/8' }, async server => ({
      'with a forged address, not from the proxy': [await fromAddress(server, n => `198.51.100.${n}`), 30],
    }));
    return judged({ ...trusting, ...alone, ...socket, ...other });
  },
};

/** What was found and what is due, by what it is. */
type Found = Record<string, number[]>;

function judged(found: Found): Result {
  const all = Object.entries(found);
  const said = all.map(([what, [got, due]]) => `${what} ${got}${got === due ? '' : ` instead of ${due}`}`);
  return { measured: said.join(', '), holds: all.every(([, [got, due]]) => got === due) };
}

/** Each guess comes from another address, so only the account limit applies. @returns how many were checked. */
async function atAccount(server: Server): Promise<number> {
  const { email } = await register(server, 'Guessed');
  let checked = 0;
  for (let n = 0; n < 14; n++) checked += Number((await guess(server, email, `203.0.113.${n}`)) === 401);
  // The server also refuses the right password, so a guesser cannot recognize it.
  const right = await guess(server, email, '203.0.113.99', 'Guessed-secret');
  return right === 429 ? checked : -1;
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
  const response = await send(server.url, `/trpc/${names}?batch=1`, { body, headers });
  const responses = Array.isArray(response.body) ? response.body : [];
  return responses.filter(each => at(each, 'error', 'data', 'httpStatus') === 401).length;
}

/** @param target the name that a guess is for. @returns how many the server checked. */
async function overSocket(
  server: Server,
  guesses: number,
  target: (n: number) => string,
  address: string,
): Promise<number> {
  class ForgedAddressSocket extends WebSocket {
    constructor(url: string) {
      super(url, { headers: { 'x-forwarded-for': address } });
    }
  }
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    // The browser's constructor as far as the client uses it: ws has the same methods and events.
    WebSocket: ForgedAddressSocket as unknown as typeof globalThis.WebSocket,
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  const tries = Array.from({ length: guesses }, (_, n) => {
    const one = { email: `${target(n)}@example.com`, password: WRONG };
    return client.auth.login.mutate(one).then(() => 200, statusOf);
  });
  const checked = (await Promise.all(tries)).filter(status => status === 401).length;
  socket.close();
  return checked;
}

/** Each socket claims another address. */
async function forgedAddressOverSockets(server: Server): Promise<number> {
  let checked = 0;
  for (let n = 0; n < 4; n++)
    checked += await overSocket(server, 10, guess => `socket-${n}-${guess}`, `198.51.100.${n}`);
  return checked;
}

function statusOf(error: unknown): number {
  return error instanceof TRPCClientError ? (error.data?.httpStatus ?? 0) : 0;
}

/** Each guess is for another account, so only the address limit applies. */
async function fromAddress(server: Server, address: (n: number) => string): Promise<number> {
  let checked = 0;
  for (let n = 1; n <= 40; n++)
    checked += Number((await guess(server, `${address(0)}-${n}@example.com`, address(n))) === 401);
  return checked;
}

/** The wait that a refusal names, in seconds after the first guess. */
async function waitOf(server: Server, who: (n: number) => [string, string]): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < 40; n++) {
    const [email, address] = who(n);
    const body = { email, password: WRONG };
    const { headers } = await send(server.url, '/auth', { body, headers: { 'x-forwarded-for': address } });
    // The window started at the first guess, so a part of it has passed.
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

/** A stranger used up the account's guesses. A browser that has signed in before is still accepted. */
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
