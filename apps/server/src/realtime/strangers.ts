import { networkOf } from '@onus/api/core/limits/network';
import { BUDGETS, type Budget } from '@onus/contract/limits/budgets';

/** Sockets that have not signed in: few of an address, few in all, and none for long. */
export interface Strangers {
  /** The limit that one more socket from an address would break. */
  limitFor(address: string): Budget | null;
  /**
   * Counts a socket until it signs in or closes.
   * @param onLate runs when it has done neither in time.
   * @returns what to call when it has signed in or closed.
   */
  add(address: string, onLate: () => void): () => void;
}

export function createStrangers(): Strangers {
  const byAddress = new Map<string, number>();
  let all = 0;

  function change(network: string, by: 1 | -1): void {
    all += by;
    const count = (byAddress.get(network) ?? 0) + by;
    if (count > 0) byAddress.set(network, count);
    else byAddress.delete(network);
  }

  return {
    limitFor(address) {
      if (all >= BUDGETS.strangers.most) return BUDGETS.strangers;
      const count = byAddress.get(networkOf(address)) ?? 0;
      return count >= BUDGETS.strangersOfAddress.most ? BUDGETS.strangersOfAddress : null;
    },
    add(address, onLate) {
      const network = networkOf(address);
      const late = setTimeout(onLate, BUDGETS.handshakeSeconds.most * 1000).unref();
      let isCounted = true;
      change(network, 1);
      return () => {
        if (!isCounted) return;
        isCounted = false;
        clearTimeout(late);
        change(network, -1);
      };
    },
  };
}
