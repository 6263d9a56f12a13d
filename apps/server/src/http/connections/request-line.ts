import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Line } from '@onus/api/core/limits/load';
import { stallWatch } from './stall-watch.ts';

/**
 * Requests can be sent one behind the other on a connection. Each begins when the one before is answered and the
 * system has taken the answer. Of a connection that ends before, it never begins.
 */
export async function untilFirst(response: ServerResponse): Promise<void> {
  if (!response.socket) await once(response, 'socket');
}

/** The connection of a request, until its response is sent. @param calls how many it makes. */
export function lineOfRequest(response: ServerResponse, calls: number): Line {
  const { socket } = response;
  const line: Line = {
    unsent: () => response.writableLength + (response.headersSent ? 0 : (line.batch ?? 0)),
    hasRoom: () => true,
    drained: async () => {},
    watch: socket ? stallWatch(socket, () => void socket.destroy()) : () => {},
    end: () => void (socket ?? response).destroy(),
    refused() {
      response.shouldKeepAlive = false;
    },
    person: null,
    batch: calls > 1 ? 0 : null,
    subscriptions: 0,
  };
  return line;
}
