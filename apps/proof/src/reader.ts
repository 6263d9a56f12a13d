import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { WebSocket } from 'ws';
import type { Person } from './household.ts';

/** The part of a browser that reads messages: it reconnects by itself and resumes where it was. */
export interface Reader {
  /** In the order in which they were shown. */
  arrived: { id: string; message: string }[];
  errors: string[];
  /** How many times its stream has begun. */
  starts(): number;
  /** Tears its socket, whether it stands or is being made. False when there is none to tear. */
  cut(): boolean;
  close(): void;
}

export function createReader({ url, token }: Person): Reader {
  const arrived: Reader['arrived'] = [];
  const errors: string[] = [];
  let line: WebSocket | undefined;
  let starts = 0;

  class Line extends WebSocket {
    constructor(address: string) {
      super(address);
      line = this;
      // One that is torn before it stands says so with an error.
      this.on('error', () => {});
    }
  }

  const socket = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    connectionParams: { token },
    retryDelayMs: () => 0,
    // The browser's constructor as far as the client uses it: ws has the same methods and events.
    WebSocket: Line as unknown as typeof globalThis.WebSocket,
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  client.chat.onMessage.subscribe(
    { lastEventId: '0' },
    {
      onStarted() {
        starts += 1;
      },
      onData: ({ id, data }) => void arrived.push({ id, message: data.message }),
      onError: error => void errors.push(error.message),
    },
  );
  return {
    arrived,
    errors,
    starts: () => starts,
    cut() {
      if (!line || line.readyState === WebSocket.CLOSED) return false;
      line.terminate();
      return true;
    },
    close: () => void socket.close(),
  };
}
