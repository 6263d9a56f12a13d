import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Line } from '@onus/api/core/limits/load';
import { BUDGETS, type Budget } from '@onus/contract/limits/budgets';
import { stallWatch } from '../http/connections/stall-watch.ts';

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
