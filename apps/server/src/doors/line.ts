import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Line } from '@onus/api/load';
import { BUDGETS, type Budget } from '@onus/contract/budgets';

const STALLED = BUDGETS.stalledSeconds.most * 1000;

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

/** The connection below a WebSocket. @param end says the limit to the client and closes. */
export function lineOfSocket(socket: Socket, end: (limit: Budget) => void): Line {
  let draining: Promise<unknown> | null = null;
  const hasRoom = () => socket.destroyed || socket.writableLength <= BUDGETS.unsentOfSocket.most;

  async function drain(): Promise<void> {
    const gone = new AbortController();
    const over = () => gone.abort();
    socket.once('close', over);
    await once(socket, 'drain', { signal: gone.signal }).catch(() => {});
    socket.off('close', over);
  }

  return {
    unsent: () => socket.writableLength,
    hasRoom,
    async drained() {
      while (!hasRoom()) {
        draining ??= drain();
        await draining;
        draining = null;
      }
    },
    watch: stallWatch(socket, () => end(BUDGETS.stalledSeconds)),
    end,
    refused() {},
    person: null,
    batch: null,
    subscriptions: 0,
  };
}

/**
 * Ends a connection whose client has taken nothing for some seconds. What the client sends in that time does not
 * count: Node's own timeout starts again with it, and with the first part of what was sent.
 */
function stallWatch(socket: Socket, onStalled: () => void): () => void {
  let seen = { taken: -1, queued: 0 };
  let since = 0;
  return () => {
    const now = performance.now();
    const taken = socket.bytesWritten - socket.writableLength;
    const queued = queuedOf(socket);
    if (socket.writableLength === 0 || taken !== seen.taken || queued < seen.queued) since = now;
    seen = { taken, queued };
    if (now - since >= STALLED) onStalled();
  };
}

/** What is left of the one write that is under way; Node's own timeout looks at it, too. */
function queuedOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  return socket._handle?.writeQueueSize ?? 0;
}
