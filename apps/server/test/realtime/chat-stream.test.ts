import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { place, signUp, startServer, type TestServer } from '../server.ts';

const CUTS = 100;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A reader's browser whose socket can be torn, with what arrived on its stream. */
function reader(token: string, lastEventId: string) {
  const arrived: { id: string; message: string }[] = [];
  const errors: string[] = [];
  const waiting = new Set<() => void>();
  const lines: WebSocket[] = [];
  function wake(): void {
    for (const look of waiting) look();
  }

  /** Every connection the client makes, kept so that it can be torn. */
  class Line extends WebSocket {
    constructor(url: string) {
      super(url);
      lines.push(this);
      this.on('open', wake).on('close', wake);
      wake();
    }
  }

  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    connectionParams: { token, timeZone: 'UTC' },
    retryDelayMs: () => 0,
    // The browser's constructor as far as the client uses it: ws has the same methods and events.
    WebSocket: Line as unknown as typeof globalThis.WebSocket,
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  let starts = 0;
  client.chat.onMessage.subscribe(
    { lastEventId },
    {
      onStarted() {
        starts += 1;
        wake();
      },
      onData({ id, data }) {
        arrived.push({ id, message: data.message });
        wake();
      },
      onError(error) {
        errors.push(error.message);
        wake();
      },
    },
  );

  async function until(done: () => boolean): Promise<void> {
    while (!done()) {
      await new Promise<void>(resolve => {
        const look = () => {
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    }
  }
  const state = () => lines.at(-1)?.readyState;
  return { arrived, errors, lines, until, state, starts: () => starts, close: () => socket.close() };
}

type Reader = ReturnType<typeof reader>;

/** The same numbers at every run: `random(n)` is from 0 to n - 1. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Where a line is torn: while it is being made, as soon as it stands, at the start of the stream, later in it. */
const MOMENTS = ['connecting', 'open', 'started', 'flowing', 'flowing'] as const;
type Moment = (typeof MOMENTS)[number];

/** Waits for the moment on a line of its own, and tears that line. */
async function cut(mine: Reader, moment: Moment, more: number): Promise<void> {
  const [starts, arrived] = [mine.starts(), mine.arrived.length];
  await mine.until(() => {
    if (moment === 'connecting') return mine.state() !== WebSocket.CLOSED;
    if (moment === 'open') return mine.state() === WebSocket.OPEN;
    if (moment === 'started') return mine.starts() > starts && mine.state() === WebSocket.OPEN;
    return mine.arrived.length > arrived + more && mine.state() === WebSocket.OPEN;
  });
  const torn = mine.lines.at(-1);
  if (!torn) throw new Error('there is no line');
  const gone = new Promise(resolve => torn.once('close', resolve));
  // A line that is torn before it stands says so with an error.
  torn.on('error', () => {});
  torn.terminate();
  await gone;
  await mine.until(() => mine.lines.at(-1) !== torn);
}

/** Writes one message after another until told to stop, and answers how many. */
async function write(token: string, conversationId: string, isOver: () => boolean): Promise<number> {
  let written = 0;
  while (!isOver()) {
    const body = { conversationId, message: `${written}` };
    const { status } = await server.send('POST', '/messages', { token, body });
    if (status !== 201) throw new Error(`message ${written} was refused with ${status}`);
    written += 1;
  }
  return written;
}

/** A boss who reads, and two members who each have a thread with the boss. */
async function threads(name: string) {
  const boss = await signUp(server, name);
  place(server, boss.id, 'Manager');
  const writers: { token: string; conversationId: string }[] = [];
  for (const number of [1, 2]) {
    const { id, token } = await signUp(server, `${name}-${number}`);
    place(server, id, 'Employee', boss.id);
    const body = { users: [boss.id], message: 'Hello' };
    const made = await server.send('POST', '/conversations', { token, body });
    writers.push({ token, conversationId: String(made.body.id) });
  }
  return { boss, writers };
}

interface Stored {
  id: string;
  message: string;
}

/** What the threads hold, in the server's own order. */
function stored(conversationIds: string[], after: string): Stored[] {
  const { $client } = server.services.db;
  return $client
    .prepare<unknown[], Stored>(
      `select cast(sequence as text) id, text message from message
       where conversation_id in (?, ?) and sequence > ? order by sequence`,
    )
    .all(...conversationIds, Number(after));
}

// The proof `messages` cuts the streams of many people.
test.each([11])(
  'two people write while the line is torn a hundred times, and every message arrives once and in order, seed %i',
  async seed => {
    const random = dice(seed);
    const { boss, writers } = await threads(`Boss${seed}`);
    const ids = writers.map(({ conversationId }) => conversationId);
    const newest = stored(ids, '0').at(-1)?.id ?? '';
    const mine = reader(boss.token, newest);
    await mine.until(() => mine.starts() > 0);

    let over = false;
    const writing = writers.map(({ token, conversationId }) => write(token, conversationId, () => over));
    const moments = Array.from({ length: CUTS }, () => MOMENTS[random(MOMENTS.length)] ?? 'open');
    try {
      for (const moment of moments) await cut(mine, moment, random(6));
    } finally {
      over = true;
    }
    const counts = await Promise.all(writing);

    // Once this last message has arrived, a lost message cannot arrive and a duplicate has arrived.
    await server.send('POST', '/messages', {
      token: writers[0]?.token ?? '',
      body: { conversationId: ids[0], message: 'last' },
    });
    await mine.until(() => mine.arrived.at(-1)?.message === 'last');

    expect(mine.errors).toEqual([]);
    expect(mine.arrived).toEqual(stored(ids, newest));
    expect(mine.arrived).toHaveLength(counts.reduce((sum, count) => sum + count, 1));
    expect(Math.min(...counts)).toBeGreaterThan(CUTS / 2);
    expect(new Set(moments).size).toBe(4);
    expect(mine.lines.length).toBeGreaterThan(CUTS);
    mine.close();
  },
  60_000,
);

test('a reader that was disconnected for long gets all messages page by page', async () => {
  const { boss, writers } = await threads('Away');
  const ids = writers.map(({ conversationId }) => conversationId);
  const newest = stored(ids, '0').at(-1)?.id ?? '';
  for (let written = 0; written < 120; written++) {
    const { token = '', conversationId = '' } = writers[written % 2] ?? {};
    const body = { conversationId, message: `${written}` };
    await server.send('POST', '/messages', { token, body });
  }
  const mine = reader(boss.token, newest);
  await mine.until(() => mine.arrived.length >= 120);
  expect(mine.arrived).toEqual(stored(ids, newest));
  expect(mine.arrived).toHaveLength(120);
  mine.close();
}, 60_000);
