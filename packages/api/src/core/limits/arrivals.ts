/** Connections that may wait to be accepted. */
export interface Arrivals {
  /** Whether work waits for them. */
  areExpected(): boolean;
  /** One was accepted. */
  saw(): void;
}

/**
 * Node accepts one connection in each turn of the event loop. With work in each turn, a caller who connects would wait
 * for one piece of work for each connection that came before. So after a connection there is no work until a turn
 * brings no other one.
 * @param most milliseconds for which work waits, and for so long it then does not wait again.
 * @param go when there may be work again.
 */
export function createArrivals(most: number, now: () => number, go: () => void): Arrivals {
  let [areExpected, hasCome] = [false, false];
  let [until, notBefore] = [0, Number.NEGATIVE_INFINITY];

  function look(): void {
    const at = now();
    if (hasCome && at < until) {
      hasCome = false;
      setImmediate(look);
      return;
    }
    areExpected = false;
    if (at >= until) notBefore = at + most;
    go();
  }

  return {
    areExpected: () => areExpected,
    saw() {
      hasCome = true;
      const at = now();
      if (areExpected || at < notBefore) return;
      areExpected = true;
      until = at + most;
      setImmediate(look);
    },
  };
}
