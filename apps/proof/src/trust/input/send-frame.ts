import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { whenClosed } from '../../lib/client/socket-close.ts';
import type { MalformedFrame } from './malformed-requests.ts';

/** Milliseconds. Most malformed frames get a response at once, some get none. */
const PATIENCE = 150;
/** A valid frame always gets a response. */
const SIGN_IN = 10_000;

/** The response; "refused" if the sign-in before it was refused. */
export interface FrameOutcome {
  signIn: 'none' | 'received' | 'refused';
  response: string;
}

/** Sends a frame, after a sign-in where there is one, and returns the first response. */
export async function sendFrame(port: number, frame: MalformedFrame, token: string): Promise<FrameOutcome> {
  const socket = openFrameSocket(`ws://127.0.0.1:${port}${frame.path}`);
  try {
    if (!(await socket.isOpen)) return { signIn: frame.isSignedIn ? 'refused' : 'none', response: '' };
    const isSocketIo = frame.path.startsWith('/socket.io');
    // Its server speaks first.
    if (isSocketIo) await socket.next(SIGN_IN);
    if (frame.isSignedIn && !(await (isSocketIo ? greet(socket, token) : introduce(socket, token))))
      return { signIn: 'refused', response: '' };
    socket.say(frame.data, frame.data.length % 3 === 0);
    return { signIn: frame.isSignedIn ? 'received' : 'none', response: await socket.next(PATIENCE) };
  } finally {
    socket.end();
  }
}

/** Starts like a browser. The server does not respond to the first message, so `auth.me` follows. */
async function introduce(socket: FrameSocket, token: string): Promise<boolean> {
  socket.say(JSON.stringify({ method: 'connectionParams', data: { token, timeZone: 'UTC' } }));
  socket.say(JSON.stringify({ id: 0, method: 'query', params: { path: 'auth.me' } }));
  return (await socket.next(SIGN_IN)).includes('"result"');
}

/** As a client of Socket.IO begins: 40 is the handshake, and the response when it is accepted. */
async function greet(socket: FrameSocket, token: string): Promise<boolean> {
  socket.say(`40${JSON.stringify({ token })}`);
  return (await socket.next(SIGN_IN)).startsWith('40');
}

interface FrameSocket {
  isOpen: Promise<boolean>;
  say(words: string | Buffer, binary?: boolean): void;
  /** The next message; empty if the socket closes or none arrives within this many ms. */
  next(patience: number): Promise<string>;
  end(): void;
}

function openFrameSocket(address: string): FrameSocket {
  const socket = new WebSocket(address);
  const received: string[] = [];
  let read = 0;
  socket.on('message', words => void received.push(String(words)));
  const closed = whenClosed(socket);
  const opened = once(socket, 'open').then(
    () => true,
    () => false,
  );
  return {
    isOpen: Promise.race([opened, closed.then(() => false)]),
    say: (words, binary = false) => socket.send(words, { binary }),
    async next(patience) {
      if (received.length <= read) {
        const another = once(socket, 'message').catch(() => {});
        await Promise.race([another, closed, sleep(patience, undefined, { ref: false })]);
      }
      return received[read++] ?? '';
    },
    end: () => socket.terminate(),
  };
}
