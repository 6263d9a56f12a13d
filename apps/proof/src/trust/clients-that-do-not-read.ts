import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import { WebSocket } from 'ws';
import { send } from '../door.ts';
import { inMs, p99OfReads, p99OfReadsUntil } from '../latency.ts';
import { soon } from '../listening.ts';
import { beside } from '../moments.ts';
import { logIn, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import { inTime } from './in-time.ts';
import type { Proof, Seen, Size } from './promise.ts';

const EACH = { short: 30, full: 100 };
const MOST_MB = 64;
/** Milliseconds: the server closes them after ten to twenty seconds in which nothing is taken, when it has the time. */
const PATIENCE = 90_000;
/** Milliseconds of reads to compare with. The short run judges no time. */
const IDLE = { short: 200, full: 3_000 };

export const clientsThatDoNotRead: Proof = {
  name: 'clients-that-do-not-read',
  promise: 'Clients that do not read cost little',
  demanded:
    '100 sockets and 100 HTTP clients that never read: ≤ 64 MB in all, closed, others’ p99 ≤ 2 × baseline',
  short: true,
  measure: size => onInstall({}, server => unread(server, size), { preload: true }),
};

async function unread(server: Server, size: Size): Promise<Seen> {
  const ana = await filled(server);
  const ben = await register(server, 'Ben');
  await p99OfReads(server.url, ben.token, IDLE[size]);
  await readAll(server, ana);
  return inTime(server, async () => {
    const baseline = await p99OfReads(server.url, ben.token, IDLE[size]);
    const heldBefore = await server.tell({ held: true });
    const before = memoryOf(server);
    let mostHeld = heldBefore;
    const collect = async () => {
      mostHeld = Math.max(mostHeld, await server.tell({ held: true }));
    };
    const collecting = setInterval(() => void beside(collect()), 1_000);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, memoryOf(server));
    }, 50);
    const connected = connectionsOf(server);
    const sockets = Array.from({ length: EACH[size] }, () => silentSocket(server, ana));
    const clients = Array.from({ length: EACH[size] }, (_, n) => silentClient(server, ana, n));
    const during = await p99OfReadsUntil(server.url, ben.token, untilClosed(server, connected));
    clearInterval(sampling);
    clearInterval(collecting);
    const held = (mostHeld - heldBefore) / 2 ** 20;
    const grown = (most - before) / 1024;
    const left = await stillOpen(sockets, clients);
    const allowed = Math.max(2 * baseline, 5);
    return {
      measured: `${EACH[size]} + ${EACH[size]}: ${held.toFixed(0)} MB held, ${grown.toFixed(0)} MB more of the system with garbage, ${left} still open; p99 ${inMs(during)} (idle ${inMs(baseline)}, at most ${inMs(allowed)})`,
      kept: held <= MOST_MB && left === 0,
      took: size === 'short' ? 0 : during / allowed,
    };
  });
}

/** Ana has tasks with the longest texts. */
async function filled(server: Server): Promise<Person> {
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

/** The same requests from clients that read: what the server keeps of those is no cost of the others. */
async function readAll(server: Server, { token }: Person): Promise<void> {
  for (let n = 0; n < 6; n++) {
    const { status } = await send(server.url, pathOf(n), { token });
    if (status !== 200 && status !== 207) throw new Error(`a client that reads was answered ${status}`);
  }
}

const INPUT = { view: 'all', limit: 500 };
const TWENTY = Array.from({ length: 20 });

/** Asks for twenty of the largest pages, four times, and reads none. */
function silentSocket(server: Server, { token }: Person): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/trpc?connectionParams=1`);
  socket.on('error', () => {});
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
  return socket;
}

/** A whole list or a batch of the largest pages, in turns. */
function pathOf(n: number): string {
  const inputs = encodeURIComponent(JSON.stringify(Object.fromEntries(TWENTY.map((_, at) => [at, INPUT]))));
  const batch = `/trpc/${TWENTY.map(() => 'task.list').join(',')}?batch=1&input=${inputs}`;
  return n % 2 === 0 ? '/tasks' : batch;
}

/** Asks several times on one connection, and reads nothing. */
function silentClient(server: Server, { token }: Person, n: number): Socket {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  for (let asked = 0; asked < 5; asked++)
    socket.write(`GET ${pathOf(n)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

/** Once the silent ones have come, whether they are gone again: a client that reads nothing is not told of its end. */
function untilClosed(server: Server, before: number): () => boolean {
  const end = performance.now() + PATIENCE;
  let most = before;
  return () => {
    const now = connectionsOf(server);
    most = Math.max(most, now);
    return (now <= before && most > before) || performance.now() > end;
  };
}

function connectionsOf(server: Server): number {
  const folder = `/proc/${server.pid()}/fd`;
  return readdirSync(folder).filter(name => targetOf(join(folder, name)).startsWith('socket:')).length;
}

/** Of a descriptor that may be closed in the meantime. */
function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** How many the server has not closed: one that was closed ends soon after it is read at last. */
async function stillOpen(sockets: WebSocket[], clients: Socket[]): Promise<number> {
  for (const one of [...sockets, ...clients]) one.resume();
  const open = () => [
    ...sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED),
    ...clients.filter(({ closed }) => !closed),
  ];
  await soon(15_000, () => open().length === 0);
  const left = open();
  for (const socket of sockets) socket.terminate();
  for (const client of clients) client.destroy();
  return left.length;
}

/** Kilobytes. */
function memoryOf(server: Server): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8')) ?? [];
  return Number(kilobytes);
}
