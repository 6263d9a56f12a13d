import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { WebSocket } from 'ws';
import type { HouseholdUser } from '../../lib/users/household.ts';

/** The part of a browser that reads messages: it reconnects by itself and resumes where it was. */
export interface Reader {
  /** In the order in which they were shown. */
  arrived: { id: string; message: string }[];
  errors: string[];
  /** How many times its stream has begun. */
  starts(): number;
  /** Cuts its socket, open or connecting; false if there is none. */
  cut(): boolean;
  close(): void;
}

export function createReader({ url, token }: HouseholdUser): Reader {
  const arrived: Reader['arrived'] = [];
  const errors: string[] = [];
  let connection: WebSocket | undefined;
  let starts = 0;

  class CuttableSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      connection = this;
      // A socket that is cut while connecting emits an error.
      this.on('error', () => {});
    }
  }

  const socket = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    connectionParams: { token },
    retryDelayMs: () => 0,
    // The browser's constructor as far as the client uses it: ws has the same methods and events.
    WebSocket: CuttableSocket as unknown as typeof globalThis.WebSocket,
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
      if (!connection || connection.readyState === WebSocket.CLOSED) return false;
      connection.terminate();
      return true;
    },
    close: () => void socket.close(),
  };
}
