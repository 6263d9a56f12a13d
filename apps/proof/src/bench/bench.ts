import type { Lab } from './lab.ts';

/** Some lines of the table that are measured in one go. */
export interface Bench {
  /** For `--only`. */
  name: string;
  /** Needs what the tests do without: a network, minutes, or a browser of its own. Left out of the smoke run. */
  long?: true;
  /** Starts what it needs in the lab, which ends it afterwards. */
  measure(lab: Lab): Promise<Line[]>;
}

/** One figure beside what it is compared with. */
export interface Line {
  operation: string;
  ours: string;
  /** The floor or the peer, measured in the same minute. */
  beside?: string;
  /** Ours by theirs. */
  ratio?: number;
  demanded: string;
  kept: boolean;
}
