import type { Socket } from 'node:net';
import { BUDGETS } from '@onus/contract/limits/budgets';

const STALLED = BUDGETS.stalledSeconds.most * 1000;

/**
 * Ends a connection whose client has taken nothing for some seconds. What the client sends in that time does not
 * count: Node's own timeout starts again with it, and with the first part of what was sent.
 */
export function stallWatch(socket: Socket, onStalled: () => void): () => void {
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
