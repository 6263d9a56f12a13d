import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { dice } from '../dice.ts';
import { send } from '../door.ts';
import { exceptions } from '../figures.ts';
import { inParallel } from '../moments.ts';
import { onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import { malformedFrame, malformedRequest } from './malformed.ts';
import type { Proof, Seen, Size } from './promise.ts';

const REQUESTS = { short: 1500, full: 20_000 };
const FRAMES = { short: 400, full: 5000 };
const AT_ONCE = 20;
const SEED = 20_260_101;

/** What belongs to the inside of the server and in no answer. */
const INSIDE =
  /\bat .+\.[jt]s:\d+|node_modules|SQLITE_|\bselect .+ from\b|\binsert into\b|no such (table|column)/i;

export const rubbish: Proof = {
  name: 'rubbish',
  promise: 'Rubbish crashes nothing',
  demanded:
    '20,000 malformed requests and 5,000 malformed frames: 0 × 5xx, same process, no stack or SQL in a body',
  short: true,
  measure: size => onInstall({ LOG_LEVEL: 'error' }, server => thrown(server, size)),
};

async function thrown(server: Server, size: Size): Promise<Seen> {
  const { token } = await register(server, 'Ana');
  // Some of the rubbish is a logout with Ana's token, which is heard: whether the server lives is for Ben to see.
  const bystander = await register(server, 'Ben');
  const wrong: string[] = [];
  const pid = server.pid();
  const random = dice(SEED);
  const requests = Array.from({ length: REQUESTS[size] }, () => malformedRequest(random, token));
  const frames = Array.from({ length: FRAMES[size] }, () => malformedFrame(random));
  let answered = 0;
  await inParallel(AT_ONCE, requests, async request => {
    const answers = await raw(server.port, request);
    const statuses = [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    answered += statuses.length;
    if (statuses.some(status => status >= 500)) wrong.push(`${statuses}: ${request.slice(0, 90)}`);
    if (INSIDE.test(answers)) wrong.push(`an inside was shown: ${answers.match(INSIDE)?.[0]}`);
  });
  await inParallel(AT_ONCE, frames, async ({ path, data }) => {
    const answers = await frame(server, path.replace('TOKEN', token), data);
    if (/"httpStatus":5\d\d/.test(answers)) wrong.push(`5xx in a frame: ${data.slice(0, 90)}`);
    if (INSIDE.test(answers)) wrong.push(`an inside was shown: ${answers.match(INSIDE)?.[0]}`);
  });
  const { status } = await send(server.url, '/tasks', { token: bystander.token });
  if (status !== 200) wrong.push(`afterwards a good call was answered ${status}`);
  if (server.pid() !== pid) wrong.push('the process is another');
  if (/"level":[56]0/.test(server.log()))
    wrong.push(`it logged ${/.*"level":[56]0.*/.exec(server.log())?.[0]?.slice(0, 300)}`);
  const what = `pieces of rubbish did harm (${frames.length} of them frames; ${answered} requests were answered)`;
  return { measured: exceptions(wrong, requests.length + frames.length, what), kept: wrong.length === 0 };
}

/** Everything that comes back on a connection of its own. */
async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let answer = '';
  socket.on('data', text => {
    answer += text;
  });
  // Whoever sends rubbish is cut off, and that is an answer.
  socket.on('error', () => {});
  socket.end(Buffer.from(request, 'latin1'));
  const closed = once(socket, 'close');
  await Promise.race([closed, sleep(2000, undefined, { ref: false })]);
  socket.destroy();
  return answer;
}

/** The first answer to a frame, or its end. */
async function frame(server: Server, path: string, data: Buffer): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`);
  let answer = '';
  socket.on('error', () => {});
  socket.on('message', text => {
    answer += text;
  });
  const closed = once(socket, 'close');
  const opened = await Promise.race([
    once(socket, 'open').then(
      () => true,
      () => false,
    ),
    closed.then(() => false),
  ]);
  if (!opened) return answer;
  socket.send(data, { binary: data.length % 3 === 0 });
  await Promise.race([
    once(socket, 'message').catch(() => {}),
    closed,
    sleep(150, undefined, { ref: false }),
  ]);
  socket.terminate();
  return answer;
}
