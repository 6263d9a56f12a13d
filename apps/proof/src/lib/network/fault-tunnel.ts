import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fate, Seen } from './faults.ts';

interface Passage {
  /** The port of the server. */
  target: number;
  draw: () => Fate;
  seen: Seen;
}

/** A WebSocket through the faulty network. The chunks of each direction arrive late and in order until a cut. */
export function tunnel(
  asked: IncomingMessage,
  client: Socket,
  head: Buffer,
  { target, draw, seen }: Passage,
): void {
  const server = connect(target, '127.0.0.1');
  for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => socket.destroy());
  const fateOfPiece = () => {
    const fate = draw();
    if (fate.isCut) {
      seen.cuts += 1;
      client.destroy();
      server.destroy();
    }
    return fate;
  };
  const toServer = lateWriter(server, fateOfPiece);
  const toClient = lateWriter(client, fateOfPiece);
  toServer(Buffer.concat([headOf(asked), head]));
  client.on('data', toServer).once('close', () => toServer(null));
  server.on('data', toClient).once('close', () => toClient(null));
}

/** Null marks the end of the connection. */
type Write = (piece: Buffer | null) => void;

/** Keeps the order of delayed chunks. */
function lateWriter(to: Socket, draw: () => Fate): Write {
  let last = Promise.resolve();
  return piece => {
    const { delay, stall } = draw();
    const due = performance.now() + delay + stall;
    last = last.then(async () => {
      await sleep(Math.max(0, due - performance.now()));
      if (piece) to.write(piece);
      else to.destroy();
    });
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): Buffer {
  const pairs = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${pairs.join('')}\r\n`, 'latin1');
}
