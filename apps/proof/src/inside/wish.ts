/** What a proof asks of a server that was started with the preload. */
export interface Wish {
  /** Commits that fail: none, all, or those of transactions that hold a grocery item of the name `POISON`. */
  failing?: 'none' | 'all' | 'poisoned';
  /** Collects garbage before the heap is measured. */
  heap?: true;
  /** The same with what is kept beside the heap. */
  held?: true;
}

export const POISON = 'poison';
