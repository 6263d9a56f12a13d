import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ended } from '../ended.ts';
import type { MalformedFrame } from './malformed.ts';

/** Milliseconds. Most rubbish is answered at once, some not at all. */
const PATIENCE = 150;
/** What is no rubbish is always answered. */
const SIGN_IN = 10_000;

/** What came back: "refused" when the sign-in before it was. */
export interface Thrown {
  signIn: 'none' | 'heard' | 'refused';
  answer: string;
}

/** Throws a frame at its socket, after a sign-in where there is one, and answers what is said to it first. */
export async function throwFrame(port: number, frame: MalformedFrame, token: string): Promise<Thrown> {
  const line = openLine(`ws://127.0.0.1:${port}${frame.path}`);
  try {
    if (!(await line.isOpen)) return { signIn: frame.isSignedIn ? 'refused' : 'none', answer: '' };
    const isSocketIo = frame.path.startsWith('/socket.io');
    // Its server speaks first.
    if (isSocketIo) await line.next(SIGN_IN);
    if (frame.isSignedIn && !(await (isSocketIo ? greet(line, token) : introduce(line, token))))
      return { signIn: 'refused', answer: '' };
    line.say(frame.data, frame.data.length % 3 === 0);
    return { signIn: frame.isSignedIn ? 'heard' : 'none', answer: await line.next(PATIENCE) };
  } finally {
    line.end();
  }
}

/** Begins as a browser does. The server does not answer the introduction, so `auth.me` follows it. */
async function introduce(line: Line, token: string): Promise<boolean> {
  line.say(JSON.stringify({ method: 'connectionParams', data: { token, timeZone: 'UTC' } }));
  line.say(JSON.stringify({ id: 0, method: 'query', params: { path: 'auth.me' } }));
  return (await line.next(SIGN_IN)).includes('"result"');
}

/** As a client of Socket.IO begins: 40 is the handshake, and what is answered when it is heard. */
async function greet(line: Line, token: string): Promise<boolean> {
  line.say(`40${JSON.stringify({ token })}`);
  return (await line.next(SIGN_IN)).startsWith('40');
}

interface Line {
  isOpen: Promise<boolean>;
  say(words: string | Buffer, binary?: boolean): void;
  /** What is said next; nothing when it is closed, or when nothing comes in so many milliseconds. */
  next(patience: number): Promise<string>;
  end(): void;
}

function openLine(address: string): Line {
  const socket = new WebSocket(address);
  const heard: string[] = [];
  let read = 0;
  socket.on('message', words => void heard.push(String(words)));
  const closed = ended(socket);
  const opened = once(socket, 'open').then(
    () => true,
    () => false,
  );
  return {
    isOpen: Promise.race([opened, closed.then(() => false)]),
    say: (words, binary = false) => socket.send(words, { binary }),
    async next(patience) {
      if (heard.length <= read) {
        const another = once(socket, 'message').catch(() => {});
        await Promise.race([another, closed, sleep(patience, undefined, { ref: false })]);
      }
      return heard[read++] ?? '';
    },
    end: () => socket.terminate(),
  };
}
