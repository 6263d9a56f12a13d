/** One guarantee to the user, its target, and how it is measured. */
export interface Proof {
  /** For `--only`. */
  name: string;
  promise: string;
  demanded: string;
  /** In the short run of `pnpm test`: nothing that depends on how busy the machine is. */
  short: boolean;
  /**
   * Starts what it needs, ends what it started, and says what it saw.
   * @param minutes how long a full run that watches the clock lasts.
   */
  measure(size: Size, minutes?: number): Promise<Seen>;
}

/** The short run does the same things fewer times, from the same seeds. */
export type Size = 'short' | 'full';

export interface Seen {
  measured: string;
  /** Null where this machine cannot measure it: neither pass nor fail. */
  kept: boolean | null;
}
