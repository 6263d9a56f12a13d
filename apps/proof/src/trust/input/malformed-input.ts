import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../lib/client/http-client.ts';
import { whenClosed } from '../../lib/client/socket-close.ts';
import { inParallel } from '../../lib/concurrency.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import type { Server } from '../../lib/server/server.ts';
import { exceptions } from '../../lib/statistics.ts';
import { type Account, logIn, register, withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { type MalformedFrame, malformedFrame, malformedRequest, TOKEN } from './malformed-requests.ts';
import { sendFrame } from './send-frame.ts';

const REQUESTS = { short: 500, full: 20_000 };
const FRAMES = { short: 150, full: 5000 };
const AT_ONCE = 20;
/** The share of frames after a sign-in. */
const TRIES = 5;
const SEED = 20_260_101;

/** Text that no response may contain: stack traces, paths and SQL. */
const INTERNALS =
  /\bat .+\.[jt]s:\d+|node_modules|SQLITE_|\bselect .+ from\b|\binsert into\b|no such (table|column)/i;

export const malformedInput: Proof = {
  name: 'malformed-input',
  guarantee: 'Malformed input does not crash the server',
  target:
    '20,000 malformed requests and 5,000 malformed frames, every other after a sign-in: 0 × 5xx, same process, no stack or SQL in a body',
  short: true,
  measure: size => withServer({ LOG_LEVEL: 'error' }, server => sent(server, size)),
};

async function sent(server: Server, size: Size): Promise<Result> {
  const known = keepSignedIn(server, await register(server, 'Ana', 'Manager'));
  // Some of the malformed input changes what is Ana's: whether the server lives is for Ben to see.
  const bystander = await register(server, 'Ben');
  const wrong: string[] = [];
  const random = seededRandom(SEED);
  const requests = Array.from({ length: REQUESTS[size] }, () => malformedRequest(random));
  const frames = Array.from({ length: FRAMES[size] }, (_, number) => malformedFrame(random, number));
  let [responded, afterSignIn] = [0, 0];
  await inParallel(AT_ONCE, requests, async request => {
    const responses = await raw(server.port, request.replace(TOKEN, known.token()));
    const statuses = [...responses.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    responded += statuses.length;
    if (statuses.some(status => status >= 500)) wrong.push(`${statuses}: ${request.slice(0, 90)}`);
    if (INTERNALS.test(responses))
      wrong.push(`an internal detail was shown: ${responses.match(INTERNALS)?.[0]}`);
    if (/logout/i.test(request)) await known.again();
  });
  if ((await known.status()) !== 200) wrong.push('requests were not signed in to the end');
  await inParallel(AT_ONCE, frames, async frame => {
    const { signIn, response } = await sendAgainIfRefused(server, frame, known);
    if (signIn === 'received') afterSignIn += 1;
    if (signIn === 'refused') wrong.push(`no sign-in before a frame at ${frame.path}`);
    if (/"httpStatus":5\d\d/.test(response)) wrong.push(`5xx in a frame: ${frame.data.slice(0, 90)}`);
    if (INTERNALS.test(response))
      wrong.push(`an internal detail was shown: ${response.match(INTERNALS)?.[0]}`);
  });
  // Nothing restarts the server here, so the same process answers this call.
  const { status } = await send(server.url, '/tasks', { token: bystander.token });
  if (status !== 200) wrong.push(`afterwards a good call got ${status}`);
  if (/"level":[56]0/.test(server.log()))
    wrong.push(`it logged ${/.*"level":[56]0.*/.exec(server.log())?.[0]?.slice(0, 300)}`);
  const what = `malformed inputs did harm (${frames.length} of them frames, ${afterSignIn} of those after a sign-in; ${responded} requests got a response)`;
  return { measured: exceptions(wrong, requests.length + frames.length, what), holds: wrong.length === 0 };
}

/** A person who stays signed in, even if malformed input in their name has ended a session. */
interface Known {
  token(): string;
  /** Of a good call in their name. */
  status(): Promise<number>;
  /** Signs in again if necessary. */
  again(): Promise<void>;
}

/** Skips logouts, because later calls would be those of a visitor. */
function keepSignedIn(server: Server, person: Account): Known {
  let now = person;
  let last = Promise.resolve();
  async function status(): Promise<number> {
    return (await send(server.url, '/tasks', { token: now.token })).status;
  }
  async function signIn(): Promise<void> {
    if ((await status()) !== 200) now = await logIn(server, now);
  }
  return {
    token: () => now.token,
    status,
    // One by one, because twenty parallel sign-ins exceed the limit of an account.
    again() {
      last = last.then(signIn);
      return last;
    },
  };
}

/** Another frame may have been a logout at the same time as this sign-in. */
async function sendAgainIfRefused({ port }: Server, frame: MalformedFrame, known: Known) {
  let sent = await sendFrame(port, frame, known.token());
  for (let tries = 1; sent.signIn === 'refused' && tries < TRIES; tries++) {
    await known.again();
    sent = await sendFrame(port, frame, known.token());
  }
  return sent;
}

/** Everything that the server sends on a new connection. */
async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let response = '';
  socket.on('data', text => {
    response += text;
  });
  // The server closes the connection after malformed input. That counts as a response.
  const closed = whenClosed(socket);
  socket.end(Buffer.from(request, 'latin1'));
  await Promise.race([closed, sleep(2000, undefined, { ref: false })]);
  socket.destroy();
  return response;
}
