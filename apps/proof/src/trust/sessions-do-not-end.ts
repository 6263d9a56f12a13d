import { setTimeout as sleep } from 'node:timers/promises';
import { type Dice, dice } from '../dice.ts';
import { elsewhere, send, textAt } from '../door.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { NETWORKS } from '../faults.ts';
import { exceptions } from '../figures.ts';
import { inParallel } from '../moments.ts';
import { logIn, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const SESSIONS = { short: 24, full: 200 };
/** Milliseconds until the app tries again, at most: longer than parallel tabs get the same token. */
const LONGEST_PAUSE = 12_000;
/** Milliseconds within which a refresh is answered, and a browser that leaves may leave. */
const REFRESH = 20;
/** So short that a browser whose clock is a day behind sends tokens that have run out. */
const SETTINGS = { ACCESS_TOKEN_TTL: '2s' };

export const sessionsDoNotEnd: Proof = {
  name: 'sessions-do-not-end',
  promise: 'A session never ends by accident',
  demanded:
    'a lost refresh response at 200 random moments, a second tab, a clock off by a day: 0 sign-outs; a replay after the successor’s use ends the session',
  short: true,
  measure: size => onInstall(SETTINGS, server => lived(server, size)),
};

async function lived(server: Server, size: Size): Promise<Seen> {
  const random = dice(11);
  const owners = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map(name => register(server, name)));
  const numbers = Array.from({ length: SESSIONS[size] }, (_, number) => number);
  const sessions = await inParallel(4, numbers, number => logIn(server, owners[number % 4] as Person));
  const network = await startFaultProxy(server.port, { ...NETWORKS['latency-0'], lostResponses: 1 });
  try {
    const lives = sessions.map((session, number) => life(server, network, session, number, random));
    const signOuts = (await Promise.all(lives)).flatMap(wrong => wrong.slice(0, 1));
    const isControlEnded = await endsAfterReplay(server, await logIn(server, owners[0] as Person));
    return {
      measured: `${exceptions(signOuts, sessions.length, 'sessions ended')}; ${network.seen.lostResponses} responses to a refresh were lost; a replay after the successor’s use ${isControlEnded ? 'ended the session' : 'was accepted'}`,
      kept: signOuts.length === 0 && isControlEnded && network.seen.lostResponses > 0,
    };
  } finally {
    await network.close();
  }
}

/** What a browser that is unlucky with its refreshes does; answers what signed it out. */
async function life(
  server: Server,
  network: FaultProxy,
  { cookie: first, token }: Person,
  number: number,
  random: Dice,
): Promise<string[]> {
  const [moment, pause, again] = [random(REFRESH), random(LONGEST_PAUSE), random(LONGEST_PAUSE)];
  const wrong: string[] = [];
  const name = (cookie: string) => cookie.split('; ').find(one => /^(__Host-)?onus=/.test(one)) ?? '';
  async function tabs(what: string, cookie: string, count: number): Promise<string> {
    const answers = await Promise.all(Array.from({ length: count }, () => refresh(server.url, name(cookie))));
    for (const { status } of answers) if (status !== 200) wrong.push(`${what}: ${status}`);
    const successors = new Set(answers.map(answer => name(answer.cookie)));
    if (successors.size !== 1) wrong.push(`${what}: ${successors.size} successors`);
    return [...successors][0] ?? '';
  }
  if (number % 2 === 0) await refresh(network.url, name(first)).catch(() => {});
  else await leave(server.url, name(first), moment);
  await sleep(pause);
  const second = await tabs(`two tabs ${pause} ms after a lost response`, first, 2);
  // It is lost once more before the new cookie was ever used.
  await refresh(network.url, second).catch(() => {});
  await sleep(again);
  const third = await tabs(`${again} ms after another lost response`, second, 1);
  // A clock a day ahead refreshes before every call, a clock a day behind only when it is told to.
  let newest = third;
  for (let call = 0; call < 3; call += 1) newest = await tabs('a clock a day ahead', newest, 1);
  const expired = await send(server.url, '/tasks', { token });
  if (expired.status !== 200 && textAt(expired.body, 'code') !== 'TOKEN_EXPIRED')
    wrong.push(`a clock a day behind: ${textAt(expired.body, 'code')}`);
  await tabs('a clock a day behind', newest, 1);
  return wrong;
}

function refresh(url: string, cookie: string) {
  return send(url, '/auth/refresh', { cookie, headers: elsewhere(), alone: true });
}

/** Asks for a refresh and is gone before the response, or just after it. */
async function leave(url: string, cookie: string, after: number): Promise<void> {
  const gone = AbortSignal.timeout(after);
  await fetch(`${url}/auth/refresh`, { headers: { cookie }, signal: gone }).catch(() => {});
}

/** The control: what the promise above must not allow. */
async function endsAfterReplay(server: Server, { cookie }: Person): Promise<boolean> {
  const successor = (await refresh(server.url, cookie)).cookie;
  await refresh(server.url, successor);
  const replay = await refresh(server.url, cookie);
  const after = await refresh(server.url, successor);
  return replay.status === 403 && after.status === 403;
}
