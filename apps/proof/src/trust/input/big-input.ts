import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { send } from '../../lib/client/http-client.ts';
import { whenClosed } from '../../lib/client/socket-close.ts';
import type { Server } from '../../lib/server/server.ts';
import { type Account, register, withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result } from '../proof.ts';

const KB = 1024;

export const bigInput: Proof = {
  name: 'big-input',
  guarantee: 'Oversized input is rejected early',
  target: 'body > 256 KB → 413, header > 16 KB → 431, frame > 64 KB → 1009, batch > 20 → 400',
  short: true,
  measure: () => withServer({}, refused),
};

async function refused(server: Server): Promise<Result> {
  const ana = await register(server, 'Ana');
  const responses = {
    'REST body': [await body(server, ana, '/tasks', 256 * KB + 1), 413],
    'REST body that is just small enough': [await body(server, ana, '/tasks', 256 * KB), 400],
    'tRPC body': [await body(server, ana, '/trpc/task.create', 256 * KB + 1), 413],
    'body that comes in pieces': [await streamed(server, ana), 413],
    header: [await header(server, 17 * KB), 431],
    'WebSocket frame': [await frame(`${server.url}/trpc`, 'x'.repeat(64 * KB + 1)), 1009],
    'Socket.IO frame': [
      await frame(`${server.url}/socket.io/?EIO=4&transport=websocket`, 'x'.repeat(64 * KB + 1)),
      1009,
    ],
    'batch of 21': [await batch(server, ana, 21), 400],
    'batch of 20': [await batch(server, ana, 20), 200],
    'batch of 1,500 logins': [await logins(server, 1500), 400],
  } as const;
  const all = Object.entries(responses);
  const said = all.map(([what, [got, due]]) => `${what} ${got}${got === due ? '' : ` instead of ${due}`}`);
  return { measured: said.join(', '), holds: all.every(([, [got, due]]) => got === due) };
}

/** A JSON text of a size, without a title, so that one that is read is refused for that. */
async function body(server: Server, { token }: Account, path: string, bytes: number): Promise<number> {
  const empty = JSON.stringify({ filler: '' });
  const sent = JSON.stringify({ filler: 'x'.repeat(bytes - empty.length) });
  return (await send(server.url, path, { token, body: sent })).status;
}

/** No Content-Length announces the size, so the server counts the bytes as they arrive. */
async function streamed({ port }: Server, { token }: Account): Promise<number> {
  const head = `POST /tasks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  return raw(port, head + piece.repeat(20));
}

async function header({ port }: Server, bytes: number): Promise<number> {
  return raw(port, `GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(bytes)}\r\n\r\n`);
}

async function raw(port: number, sent: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const [response] = await once(socket.setEncoding('latin1'), 'data');
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(response))?.[1]);
}

async function frame(url: string, sent: string): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  const closed = whenClosed(socket);
  socket.send(sent);
  const [code] = await closed;
  return Number(code);
}

async function batch(server: Server, { token }: Account, calls: number): Promise<number> {
  const names = Array.from({ length: calls }, () => 'auth.me').join(',');
  return (await send(server.url, `/trpc/${names}?batch=1&input={}`, { token })).status;
}

async function logins(server: Server, calls: number): Promise<number> {
  const names = Array.from({ length: calls }, () => 'auth.login').join(',');
  const inputs = Object.fromEntries(
    Array.from({ length: calls }, (_, n) => [n, { email: 'a', password: 'b' }]),
  );
  const { status } = await send(server.url, `/trpc/${names}?batch=1`, { body: inputs });
  return status === 414 || status === 431 ? 400 : status;
}
