/** One guarantee to the user, its target, and how it is measured. */
export interface Proof {
  /** For `--only`. */
  name: string;
  guarantee: string;
  target: string;
  /** In the short run of `pnpm test`, independent of the load of the machine. */
  short: boolean;
  /** Mostly waits for timers of the server. The short run does the others at the same time. */
  isWaiting?: true;
  /**
   * Starts what it needs, ends what it started, and returns the result.
   * @param minutes how long a full run that watches the clock lasts.
   */
  measure(size: Size, minutes?: number): Promise<Result>;
}

/** The short run does the same things fewer times, from the same seeds. */
export type Size = 'short' | 'full';

export interface Result {
  measured: string;
  /** Null if this machine cannot measure it: neither pass nor fail. */
  holds: boolean | null;
}
