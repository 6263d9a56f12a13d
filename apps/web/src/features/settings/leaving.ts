/** Ends the session of this browser, as another feature does. */
export interface Leaving {
  isLeaving: boolean;
  /** @param end ends the session; by default only that of this browser. */
  leave: (end?: () => Promise<void>) => void;
}
