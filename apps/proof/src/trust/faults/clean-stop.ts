import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { whenClosed } from '../../lib/client/socket-close.ts';
import type { Server } from '../../lib/server/server.ts';
import { withServer } from '../../lib/users/accounts.ts';
import { createHousehold, type HouseholdUser, SETTINGS } from '../../lib/users/household.ts';
import { tasksOf } from '../../lib/writes/lost-writes.ts';
import type { Proof, Result, Size } from '../proof.ts';

const [REQUESTS, SOCKETS] = [200, 50];
/** The share of requests with a password, which keeps the server busy. */
const SLOW = 10;
const HEAD = 'POST /tasks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
/** Sent on connections that are then silent: nothing, a complete request, or only its head. */
const SILENT = ['', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', HEAD];
/** Milliseconds. */
const LONGEST = 10_000;
/** Milliseconds, when all open connections are silent. */
const PROMPT = 3_000;

export const cleanStop: Proof = {
  name: 'clean-stop',
  guarantee: 'Shutdown is graceful',
  target:
    'SIGTERM with 200 requests in flight, 50 sockets and silent connections: each gets a response, sockets closed 1001/1012, exit 0 within 10 s',
  short: true,
  measure: size => withServer(SETTINGS, server => stopAmidst(server, size)),
};

async function stopAmidst(server: Server, size: Size): Promise<Result> {
  const { manager } = await createHousehold(server, 1);
  const closed = await openSockets(server);
  const silent = await Promise.all(SILENT.map(words => silentConnection(server, words)));
  const connections = await Promise.all(Array.from({ length: REQUESTS }, () => connectTo(server)));
  const responses = connections.map(connection => text(connection).catch(error => String(error)));
  // In one turn of the event loop, so that no response arrives before the signal.
  for (const [at, connection] of connections.entries()) connection.write(requestOf(manager, at));
  const { exit, took } = await stopOf(server);
  const statuses = (await Promise.all(responses)).map(statusOf);
  const codes = await Promise.all(closed.map(([code]) => code));
  for (const connection of silent) connection.destroy();
  await server.start();
  const tasks = await tasksOf(manager.calls);
  const good = count(statuses, ['201']);
  const closedWithCode = count(codes, ['1001', '1012']);
  const written = tasks.length === REQUESTS - SLOW;
  const alone = await stopWithSilentConnections(server);
  return {
    measured: `${good} of ${REQUESTS} got a response${othersOf(statuses)}, ${tasks.length} of ${REQUESTS - SLOW} tasks there afterwards, ${closedWithCode} of ${SOCKETS} sockets closed with 1001 or 1012${othersOf(codes)}, exit ${exit} after ${(took / 1000).toFixed(1)} s, and beside silent connections alone ${alone.exit} after ${(alone.took / 1000).toFixed(1)} s`,
    holds:
      good === REQUESTS &&
      written &&
      closedWithCode === SOCKETS &&
      exit === 0 &&
      took < LONGEST &&
      alone.exit === 0 &&
      alone.took < (size === 'short' ? LONGEST : PROMPT),
  };
}

/** Kills a server that does not stop by itself. */
async function stopOf(server: Server): Promise<{ exit: number | null; took: number }> {
  const begun = performance.now();
  const exit = await Promise.race([server.stop(), wait(2 * LONGEST, null, { ref: false })]);
  const took = performance.now() - begun;
  await server.kill();
  return { exit, took };
}

async function stopWithSilentConnections(server: Server): Promise<{ exit: number | null; took: number }> {
  const connections = await Promise.all(SILENT.map(words => silentConnection(server, words)));
  // Complete requests get their response.
  await wait(100);
  const stopped = await stopOf(server);
  for (const connection of connections) connection.destroy();
  return stopped;
}

/** The close code of each socket. The array keeps `await` from waiting for the promise. */
function openSockets({ url }: Server): Promise<[Promise<string>][]> {
  return Promise.all(
    Array.from({ length: SOCKETS }, async (_, at): Promise<[Promise<string>]> => {
      const path = at % 2 ? '/trpc' : '/socket.io/?EIO=4&transport=websocket';
      const socket = new WebSocket(url.replace('http', 'ws') + path);
      await once(socket, 'open');
      return [whenClosed(socket).then(([code]) => String(code))];
    }),
  );
}

/** A connection that sends this text and then nothing. */
async function silentConnection(server: Server, words: string): Promise<Socket> {
  const connection = await connectTo(server);
  connection.write(words);
  return connection;
}

async function connectTo({ port }: Server): Promise<Socket> {
  const connection = connect(port, '127.0.0.1');
  await once(connection, 'connect');
  // The server closes it at the end. The missing response shows that.
  connection.on('error', () => {});
  return connection;
}

/** Tasks, and now and then a registration, whose password takes time. */
function requestOf({ token, url }: HouseholdUser, at: number): string {
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

/** The status of a complete response. */
function statusOf(response: string): string {
  const [head = '', body = ''] = response.split('\r\n\r\n', 2);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (Number(length) !== Buffer.byteLength(body))
    return response === '' ? 'no response' : 'part of a response';
  return /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 'no status';
}

function count(values: string[], wanted: string[]): number {
  return values.filter(value => wanted.includes(value)).length;
}

/** The response instead, if there is one. */
function othersOf(values: string[]): string {
  const others = [...new Set(values)].filter(value => !['201', '1001', '1012'].includes(value));
  return others.length > 0 ? ` (else ${others.join(', ')})` : '';
}
