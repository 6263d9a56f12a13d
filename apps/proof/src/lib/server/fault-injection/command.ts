/** Commands of a proof for the preload of a server. */
export interface ServerCommand {
  /** Which commits fail: none, all, or those of transactions with a grocery item named `POISON`. */
  failing?: 'none' | 'all' | 'poisoned';
  /** Collects garbage until the heap no longer shrinks, and measures it. */
  heap?: true;
  /** Collects garbage once, and measures the heap with external memory. */
  held?: true;
  /** Counts the timers that have neither fired nor been cleared. */
  timers?: true;
}

export const POISON = 'poison';
