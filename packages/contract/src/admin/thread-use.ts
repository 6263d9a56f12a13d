/** How much of its one thread a server has used, from 0 to 1. */
export interface ThreadUse {
  /** In the last whole minute. */
  lastMinute: number;
  /** In the busiest minute of the last 24 hours. */
  busiestMinute: number;
}

/** From here on calls begin to wait for each other: an operator plans for a larger or a second installation. */
export const BUSY_THREAD = 0.7;
