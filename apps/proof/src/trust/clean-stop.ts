import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ended } from '../ended.ts';
import { tasksOf } from '../found.ts';
import { foundHousehold, type Person, SETTINGS } from '../household.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const [REQUESTS, SOCKETS] = [200, 50];
/** Of the requests: those whose password keeps the server busy for a while. */
const SLOW = 10;
const HEAD = 'POST /tasks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
/** What is said on connections that then fall silent: nothing of it is a request that could be answered. */
const SILENT = ['', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', HEAD];
/** Milliseconds. */
const LONGEST = 10_000;
/** Milliseconds, when all open connections are silent. */
const PROMPT = 3_000;

export const cleanStop: Proof = {
  name: 'clean-stop',
  promise: 'Shutdown is graceful',
  demanded:
    'SIGTERM with 200 requests in flight, 50 sockets and silent connections: each answered, sockets closed 1001/1012, exit 0 within 10 s',
  short: true,
  measure: size => onInstall(SETTINGS, server => stopAmidst(server, size)),
};

async function stopAmidst(server: Server, size: Size): Promise<Seen> {
  const { manager } = await foundHousehold(server, 1);
  const closed = await openSockets(server);
  const silent = await Promise.all(SILENT.map(words => silentLine(server, words)));
  const lines = await Promise.all(Array.from({ length: REQUESTS }, () => lineTo(server)));
  const answers = lines.map(line => text(line).catch(error => String(error)));
  // All of it in one turn, so that none is answered before the signal.
  for (const [at, line] of lines.entries()) line.write(requestOf(manager, at));
  const { exit, took } = await stopOf(server);
  const statuses = (await Promise.all(answers)).map(statusOf);
  const codes = await Promise.all(closed.map(([code]) => code));
  for (const line of silent) line.destroy();
  await server.start();
  const tasks = await tasksOf(manager.calls);
  const good = count(statuses, ['201']);
  const told = count(codes, ['1001', '1012']);
  const written = tasks.length === REQUESTS - SLOW;
  const alone = await stopBeside(server);
  return {
    measured: `${good} of ${REQUESTS} answered${othersOf(statuses)}, ${tasks.length} of ${REQUESTS - SLOW} tasks there afterwards, ${told} of ${SOCKETS} sockets closed with 1001 or 1012${othersOf(codes)}, exit ${exit} after ${(took / 1000).toFixed(1)} s, and beside silent connections alone ${alone.exit} after ${(alone.took / 1000).toFixed(1)} s`,
    kept:
      good === REQUESTS &&
      written &&
      told === SOCKETS &&
      exit === 0 &&
      took < LONGEST &&
      alone.exit === 0 &&
      alone.took < (size === 'short' ? LONGEST : PROMPT),
  };
}

/** One that does not leave by itself is made to. */
async function stopOf(server: Server): Promise<{ exit: number | null; took: number }> {
  const begun = performance.now();
  const exit = await Promise.race([server.stop(), wait(2 * LONGEST, null, { ref: false })]);
  const took = performance.now() - begun;
  await server.kill();
  return { exit, took };
}

async function stopBeside(server: Server): Promise<{ exit: number | null; took: number }> {
  const lines = await Promise.all(SILENT.map(words => silentLine(server, words)));
  // What can be answered is.
  await wait(100);
  const stopped = await stopOf(server);
  for (const line of lines) line.destroy();
  return stopped;
}

/** The close code of each socket. The array around each promise keeps the caller from awaiting it here. */
function openSockets({ url }: Server): Promise<[Promise<string>][]> {
  return Promise.all(
    Array.from({ length: SOCKETS }, async (_, at): Promise<[Promise<string>]> => {
      const path = at % 2 ? '/trpc' : '/socket.io/?EIO=4&transport=websocket';
      const socket = new WebSocket(url.replace('http', 'ws') + path);
      await once(socket, 'open');
      return [ended(socket).then(([code]) => String(code))];
    }),
  );
}

/** A connection that says so much and then nothing. */
async function silentLine(server: Server, words: string): Promise<Socket> {
  const line = await lineTo(server);
  line.write(words);
  return line;
}

async function lineTo({ port }: Server): Promise<Socket> {
  const line = connect(port, '127.0.0.1');
  await once(line, 'connect');
  // The server cuts it in the end: an answer that is missing says so, the error says nothing more.
  line.on('error', () => {});
  return line;
}

/** Tasks, and now and then a registration, whose password takes time. */
function requestOf({ token, url }: Person, at: number): string {
  const isSlow = at % (REQUESTS / SLOW) === 0;
  const fields = isSlow
    ? { name: 'Cleo', email: `cleo${at}@example.com`, password: 'secret1', roles: ['User'] }
    : { title: `task ${at}`, dueDate: '2030-01-31' };
  const body = JSON.stringify(fields);
  return [
    `POST ${isSlow ? '/api/users/' : '/tasks'} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** The status of an answer that came whole. */
function statusOf(answer: string): string {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (Number(length) !== Buffer.byteLength(body)) return answer === '' ? 'no answer' : 'half an answer';
  return /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 'no status';
}

function count(values: string[], wanted: string[]): number {
  return values.filter(value => wanted.includes(value)).length;
}

/** What came instead, if anything did. */
function othersOf(values: string[]): string {
  const others = [...new Set(values)].filter(value => !['201', '1001', '1012'].includes(value));
  return others.length > 0 ? ` (else ${others.join(', ')})` : '';
}
