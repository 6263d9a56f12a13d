import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDb, openDb } from '@onus/db/open';
import { WebSocket } from 'ws';
import { send } from '../../../lib/client/http-client.ts';
import { inMs, p99OfReads } from '../../../lib/client/latency.ts';
import type { Server } from '../../../lib/server/server.ts';
import { type Account, logIn, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';
import { inTime } from './time-limit.ts';

const EACH = { short: 30, full: 100 };
/** Lower in the short form, which has fewer clients and must also fail without limits. */
const MOST_MB = { short: 24, full: 64 };
/** Milliseconds. The server notices a stalled reader after 10 to 20 s. */
const WATCHED = 24_000;
/** Milliseconds between two reads of others. Only the full form judges how long they take. */
const PAUSE = { short: 200, full: 5 };
/** Times of garbage collections in ms. Few, because they delay the other calls. */
const COLLECTED = [1_000, 3_000, 6_000, 12_000, 20_000];
/** Milliseconds. The server closes a socket that answers no ping after 37 s, later on a busy machine. */
const CLOSED_BY = 90_000;
const LOOKED = 500;
/** In the format of the system. */
const ESTABLISHED = '01';

export const clientsThatDoNotRead: Proof = {
  name: 'clients-that-do-not-read',
  guarantee: 'Clients that do not read cost little',
  target:
    '100 sockets and 100 HTTP clients that never read: ≤ 64 MB in all, closed, others’ p99 ≤ 2 × baseline',
  short: true,
  isWaiting: true,
  measure: size => withServer({}, server => unread(server, size), { preload: true }),
};

async function unread(server: Server, size: Size): Promise<Result> {
  const ana = await filled(server);
  const ben = await register(server, 'Ben');
  const readFor = (ms: number) => p99OfReads(server.url, ben.token, ms, PAUSE[size]);
  await readFor(2_000);
  await readAll(server, ana);
  return inTime(server, async () => {
    const baseline = await readFor(3_000);
    const heldBefore = await server.sendCommand({ held: true });
    const before = memoryOf(server);
    let mostHeld = heldBefore;
    const collecting = COLLECTED.map(ms =>
      setTimeout(async () => {
        mostHeld = Math.max(mostHeld, await server.sendCommand({ held: true }));
      }, ms),
    );
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, memoryOf(server));
    }, 50);
    const sockets = Array.from({ length: EACH[size] }, () => silentSocket(server, ana));
    const clients = Array.from({ length: EACH[size] }, (_, n) => silentClient(server, ana, n));
    const during = await readFor(WATCHED);
    clearInterval(sampling);
    for (const timer of collecting) clearTimeout(timer);
    const held = (mostHeld - heldBefore) / 2 ** 20;
    const grown = (most - before) / 1024;
    const left = await stillOpen(server, [...sockets, ...clients]);
    for (const one of [...sockets, ...clients]) one()?.destroy();
    const allowed = Math.max(2 * baseline, 5);
    return {
      measured: `${EACH[size]} + ${EACH[size]}: ${held.toFixed(0)} MB held, ${grown.toFixed(0)} MB more of the system with garbage, ${left} still open; p99 ${inMs(during)} (idle ${inMs(baseline)}, at most ${inMs(allowed)})`,
      holds: held <= MOST_MB[size] && left === 0,
      took: size === 'short' ? 0 : during / allowed,
    };
  });
}

/** Ana has tasks with the longest texts. */
async function filled(server: Server): Promise<Account> {
  const ana = await register(server, 'Ana');
  await server.stop();
  const db = openDb(server.file);
  const insert = db.$client.prepare(`insert into task (id, creator_id, title, text, due_date, completed,
    created_at, updated_at) values (?, ?, 'Chore', ?, '2026-01-01T12:00:00.000Z', 0, 0, 0)`);
  db.$client.transaction(() => {
    for (let n = 0; n < 3_000; n++) insert.run(`t${n}`, ana.id, '\u00e9'.repeat(5_000));
  })();
  closeDb(db);
  await server.start();
  return logIn(server, ana);
}

/** The control: the same requests from clients that read. */
async function readAll(server: Server, { token }: Account): Promise<void> {
  for (let n = 0; n < 6; n++) {
    const { status } = await send(server.url, pathOf(n), { token });
    if (status !== 200 && status !== 207) throw new Error(`a client that reads got ${status}`);
  }
}

const INPUT = { view: 'all', limit: 500 };
const TWENTY = Array.from({ length: 20 });

/** Requests twenty of the largest pages four times and reads none. @returns its connection. */
function silentSocket(server: Server, { token }: Account): () => Socket | null {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/trpc?connectionParams=1`);
  let connection: Socket | null = null;
  socket.on('error', () => {});
  socket.once('upgrade', response => {
    connection = response.socket;
  });
  socket.once('open', () => {
    socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
    for (let frame = 0; frame < 4; frame++) {
      const calls = TWENTY.map((_, n) => ({
        id: frame * 20 + n + 1,
        method: 'query',
        params: { path: 'task.list', input: INPUT },
      }));
      socket.send(JSON.stringify(calls));
    }
    socket.pause();
  });
  return () => connection;
}

/** Alternates between a whole list and a batch of the largest pages. */
function pathOf(n: number): string {
  const inputs = encodeURIComponent(JSON.stringify(Object.fromEntries(TWENTY.map((_, at) => [at, INPUT]))));
  const batch = `/trpc/${TWENTY.map(() => 'task.list').join(',')}?batch=1&input=${inputs}`;
  return n % 2 === 0 ? '/tasks' : batch;
}

/** Sends several requests on one connection and reads nothing. */
function silentClient(server: Server, { token }: Account, n: number): () => Socket {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  for (let asked = 0; asked < 5; asked++)
    socket.write(`GET ${pathOf(n)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return () => socket;
}

/** How many the server did not close in time, counted by the system, because reading would change the client. */
async function stillOpen(server: Server, clients: readonly (() => Socket | null)[]): Promise<number> {
  const ports = new Set(clients.map(client => client()?.localPort));
  const open = () => portsConnectedTo(server.port).filter(port => ports.has(port));
  for (let waited = WATCHED; waited < CLOSED_BY && open().length > 0; waited += LOOKED) await sleep(LOOKED);
  return open().length;
}

/** The ports of clients whose connection to a port of this machine the server keeps. */
function portsConnectedTo(port: number): number[] {
  const lines = ['tcp', 'tcp6'].flatMap(kind => readFileSync(`/proc/net/${kind}`, 'utf8').split('\n'));
  return lines.flatMap(line => {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    return state === ESTABLISHED && portIn(local) === port ? [portIn(remote)] : [];
  });
}

function portIn(address: string): number {
  return Number.parseInt(address.split(':').at(-1) ?? '', 16);
}

/** Kilobytes. */
function memoryOf(server: Server): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8')) ?? [];
  return Number(kilobytes);
}
