import { setTimeout as sleep } from 'node:timers/promises';
import { fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import { inParallel } from '../../../lib/concurrency.ts';
import { type FaultProxy, startFaultProxy } from '../../../lib/network/fault-proxy.ts';
import { NETWORKS } from '../../../lib/network/faults.ts';
import { type Random, seededRandom } from '../../../lib/seeded-random.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { type Account, logIn, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';

const SESSIONS = { short: 24, full: 200 };
/** The longest delay of the app's retry in ms: longer than the 10 s in which parallel tabs get the same token. */
const LONGEST_PAUSE = 12_000;
/** The time in ms in which a refresh completes and a browser may leave. */
const REFRESH = 20;
/** So short that a browser whose clock is a day late sends expired tokens. */
const SETTINGS = { ACCESS_TOKEN_TTL: '2s' };

export const sessionsDoNotEnd: Proof = {
  name: 'sessions-do-not-end',
  guarantee: 'A session never ends by accident',
  target:
    'a lost refresh response at 200 random moments, a second tab, a clock off by a day: 0 sign-outs; a replay after the successor’s use ends the session',
  short: true,
  isWaiting: true,
  measure: size => withServer(SETTINGS, server => lived(server, size)),
};

async function lived(server: Server, size: Size): Promise<Result> {
  const random = seededRandom(11);
  const owners = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map(name => register(server, name)));
  const numbers = Array.from({ length: SESSIONS[size] }, (_, number) => number);
  const sessions = await inParallel(4, numbers, number => logIn(server, owners[number % 4] as Account));
  const network = await startFaultProxy(server.port, { ...NETWORKS['latency-0'], lostResponses: 1 });
  try {
    const lives = sessions.map((session, number) => life(server, network, session, number, random));
    const signOuts = (await Promise.all(lives)).flatMap(wrong => wrong.slice(0, 1));
    const isControlEnded = await endsAfterReplay(server, await logIn(server, owners[0] as Account));
    return {
      measured: `${exceptions(signOuts, sessions.length, 'sessions ended')}; ${network.seen.lostResponses} responses to a refresh were lost; a replay after the successor’s use ${isControlEnded ? 'ended the session' : 'was accepted'}`,
      holds: signOuts.length === 0 && isControlEnded && network.seen.lostResponses > 0,
    };
  } finally {
    await network.close();
  }
}

/** A browser with failing refreshes; returns what signed it out. */
async function life(
  server: Server,
  network: FaultProxy,
  { cookie: first, token }: Account,
  number: number,
  random: Random,
): Promise<string[]> {
  const [moment, pause, again] = [random(REFRESH), random(LONGEST_PAUSE), random(LONGEST_PAUSE)];
  const wrong: string[] = [];
  const name = (cookie: string) => cookie.split('; ').find(one => /^(__Host-)?onus=/.test(one)) ?? '';
  async function tabs(what: string, cookie: string, count: number): Promise<string> {
    const responses = await Promise.all(
      Array.from({ length: count }, () => refresh(server.url, name(cookie))),
    );
    for (const { status } of responses) if (status !== 200) wrong.push(`${what}: ${status}`);
    const successors = new Set(responses.map(response => name(response.cookie)));
    if (successors.size !== 1) wrong.push(`${what}: ${successors.size} successors`);
    return [...successors][0] ?? '';
  }
  if (number % 2 === 0) await refresh(network.url, name(first)).catch(() => {});
  else await leave(server.url, name(first), moment);
  await sleep(pause);
  const second = await tabs(`two tabs ${pause} ms after a lost response`, first, 2);
  // Lost again before the first use of the new cookie.
  await refresh(network.url, second).catch(() => {});
  await sleep(again);
  const third = await tabs(`${again} ms after another lost response`, second, 1);
  // With a clock a day early the browser refreshes before every call, with one a day late only after a 403.
  let newest = third;
  for (let call = 0; call < 3; call += 1) newest = await tabs('a clock a day ahead', newest, 1);
  const expired = await send(server.url, '/tasks', { token });
  if (expired.status !== 200 && textAt(expired.body, 'code') !== 'TOKEN_EXPIRED')
    wrong.push(`a clock a day behind: ${textAt(expired.body, 'code')}`);
  await tabs('a clock a day behind', newest, 1);
  return wrong;
}

function refresh(url: string, cookie: string) {
  return send(url, '/auth/refresh', { cookie, headers: fromNewAddress(), ownConnection: true });
}

/** Requests a refresh and closes before the response, or directly after it. */
async function leave(url: string, cookie: string, after: number): Promise<void> {
  const gone = AbortSignal.timeout(after);
  await fetch(`${url}/auth/refresh`, { headers: { cookie }, signal: gone }).catch(() => {});
}

/** The control: replays that the server must refuse. */
async function endsAfterReplay(server: Server, { cookie }: Account): Promise<boolean> {
  const successor = (await refresh(server.url, cookie)).cookie;
  await refresh(server.url, successor);
  const replay = await refresh(server.url, cookie);
  const after = await refresh(server.url, successor);
  return replay.status === 403 && after.status === 403;
}
