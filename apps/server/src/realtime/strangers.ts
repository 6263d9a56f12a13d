import { networkOf } from '@onus/api/core/limits/network';
import type { Budget } from '@onus/contract/limits/budgets';
import { CONNECTION_BUDGETS } from '@onus/contract/limits/connection-budgets';

/** Sockets that have not signed in: few of an address, few in all, and none for long. */
export interface Strangers {
  /**
   * Makes room for one more socket from an address. Where all places are taken, the address that has the most gives
   * one up to an address that has fewer, so that a few addresses keep no one out.
   * @returns the limit that the socket would break all the same.
   */
  makeRoom(address: string): Budget | null;
  /**
   * Counts a socket until it signs in or closes.
   * @param onEnd runs when it is to close: it has done neither in time, or its place is another's.
   * @returns what to call when it has signed in or closed.
   */
  add(address: string, onEnd: (limit: Budget) => void): () => void;
}

interface Stranger {
  end(limit: Budget): void;
}

export function createStrangers(): Strangers {
  /** The sockets of each address, the oldest first. */
  const byAddress = new Map<string, Set<Stranger>>();
  let all = 0;

  function countOf(network: string): number {
    return byAddress.get(network)?.size ?? 0;
  }

  return {
    makeRoom(address) {
      const { strangers, strangersOfAddress } = CONNECTION_BUDGETS;
      const count = countOf(networkOf(address));
      if (count >= strangersOfAddress.most) return strangersOfAddress;
      if (all < strangers.most) return null;
      const [fullest] = [...byAddress.values()].toSorted((one, other) => other.size - one.size);
      // With one more, the newcomer must not have more than who gives up a place.
      if (!fullest || fullest.size <= count + 1) return strangers;
      const [oldest] = fullest;
      oldest?.end(strangers);
      return null;
    },
    add(address, onEnd) {
      const network = networkOf(address);
      const stranger: Stranger = {
        end(limit) {
          leave();
          onEnd(limit);
        },
      };
      const { handshakeSeconds } = CONNECTION_BUDGETS;
      const late = setTimeout(() => stranger.end(handshakeSeconds), handshakeSeconds.most * 1000).unref();
      const sockets = byAddress.get(network) ?? new Set();
      byAddress.set(network, sockets.add(stranger));
      all += 1;
      function leave(): void {
        if (!sockets.delete(stranger)) return;
        clearTimeout(late);
        all -= 1;
        if (sockets.size === 0) byAddress.delete(network);
      }
      return leave;
    },
  };
}
