/** Commands of a proof for the preload of a server. */
export interface ServerCommand {
  /** Which commits fail: none, all, or those of transactions with a grocery item named `POISON`. */
  failing?: 'none' | 'all' | 'poisoned';
  /** Collects garbage before the heap is measured. */
  heap?: true;
  /** The same, with external memory. */
  held?: true;
}

export const POISON = 'poison';
