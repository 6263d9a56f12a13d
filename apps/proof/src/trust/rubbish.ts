import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dice } from '../dice.ts';
import { send } from '../door.ts';
import { ended } from '../ended.ts';
import { exceptions } from '../figures.ts';
import { inParallel } from '../moments.ts';
import { logIn, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import { throwFrame } from './frame-thrown.ts';
import { type MalformedFrame, malformedFrame, malformedRequest, TOKEN } from './malformed.ts';
import type { Proof, Seen, Size } from './promise.ts';

const REQUESTS = { short: 1500, full: 20_000 };
const FRAMES = { short: 400, full: 5000 };
const AT_ONCE = 20;
/** Of a sign-in before a frame. */
const TRIES = 5;
const SEED = 20_260_101;

/** What belongs to the inside of the server and in no answer. */
const INSIDE =
  /\bat .+\.[jt]s:\d+|node_modules|SQLITE_|\bselect .+ from\b|\binsert into\b|no such (table|column)/i;

export const rubbish: Proof = {
  name: 'rubbish',
  promise: 'Malformed input does not crash the server',
  demanded:
    '20,000 malformed requests and 5,000 malformed frames, every other after a sign-in: 0 × 5xx, same process, no stack or SQL in a body',
  short: true,
  measure: size => onInstall({ LOG_LEVEL: 'error' }, server => thrown(server, size)),
};

async function thrown(server: Server, size: Size): Promise<Seen> {
  const known = keepSignedIn(server, await register(server, 'Ana', 'Manager'));
  // Some of the rubbish changes what is Ana's: whether the server lives is for Ben to see.
  const bystander = await register(server, 'Ben');
  const wrong: string[] = [];
  const random = dice(SEED);
  const requests = Array.from({ length: REQUESTS[size] }, () => malformedRequest(random));
  const frames = Array.from({ length: FRAMES[size] }, (_, number) => malformedFrame(random, number));
  let [answered, heard] = [0, 0];
  await inParallel(AT_ONCE, requests, async request => {
    const answers = await raw(server.port, request.replace(TOKEN, known.token()));
    const statuses = [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    answered += statuses.length;
    if (statuses.some(status => status >= 500)) wrong.push(`${statuses}: ${request.slice(0, 90)}`);
    if (INSIDE.test(answers)) wrong.push(`an inside was shown: ${answers.match(INSIDE)?.[0]}`);
    if (/logout/i.test(request)) await known.again();
  });
  if ((await known.status()) !== 200) wrong.push('requests were not signed in to the end');
  await inParallel(AT_ONCE, frames, async frame => {
    const { signIn, answer } = await throwOrAgain(server, frame, known);
    if (signIn === 'heard') heard += 1;
    if (signIn === 'refused') wrong.push(`no sign-in before a frame at ${frame.path}`);
    if (/"httpStatus":5\d\d/.test(answer)) wrong.push(`5xx in a frame: ${frame.data.slice(0, 90)}`);
    if (INSIDE.test(answer)) wrong.push(`an inside was shown: ${answer.match(INSIDE)?.[0]}`);
  });
  // Nothing restarts the server here, so the same process answers this call.
  const { status } = await send(server.url, '/tasks', { token: bystander.token });
  if (status !== 200) wrong.push(`afterwards a good call was answered ${status}`);
  if (/"level":[56]0/.test(server.log()))
    wrong.push(`it logged ${/.*"level":[56]0.*/.exec(server.log())?.[0]?.slice(0, 300)}`);
  const what = `pieces of rubbish did harm (${frames.length} of them frames, ${heard} of those after a sign-in; ${answered} requests were answered)`;
  return { measured: exceptions(wrong, requests.length + frames.length, what), kept: wrong.length === 0 };
}

/** A person who stays signed in, even if malformed input in their name has ended a session. */
interface Known {
  token(): string;
  /** Of a good call in their name. */
  status(): Promise<number>;
  /** Signs in again if it must be. */
  again(): Promise<void>;
}

/** A logout is heard like any other call: what came after it would be a stranger's, and soon refused. */
function keepSignedIn(server: Server, person: Person): Known {
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
    // One after another: twenty sign-ins at once are more than an account is allowed, even with the right password.
    again() {
      last = last.then(signIn);
      return last;
    },
  };
}

/** Another frame may have been a logout in the very moment of this sign-in. */
async function throwOrAgain({ port }: Server, frame: MalformedFrame, known: Known) {
  let thrown = await throwFrame(port, frame, known.token());
  for (let tries = 1; thrown.signIn === 'refused' && tries < TRIES; tries++) {
    await known.again();
    thrown = await throwFrame(port, frame, known.token());
  }
  return thrown;
}

/** Everything that comes back on a connection of its own. */
async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let answer = '';
  socket.on('data', text => {
    answer += text;
  });
  // A client that sends rubbish is cut off, and that is an answer.
  const closed = ended(socket);
  socket.end(Buffer.from(request, 'latin1'));
  await Promise.race([closed, sleep(2000, undefined, { ref: false })]);
  socket.destroy();
  return answer;
}
