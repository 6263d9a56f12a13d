import type { Lab } from './lab/lab.ts';

/** Rows of the table that are measured together. */
export interface Bench {
  /** For `--only`. */
  name: string;
  /** Needs a network, minutes or a browser. The smoke run skips it. */
  long?: true;
  /** Starts its processes in the lab, which stops them afterwards. */
  measure(lab: Lab): Promise<Row[]>;
}

/** One figure and the figure that it is compared with. */
export interface Row {
  operation: string;
  ours: string;
  /** The baseline or another peer, measured at the same time. */
  comparedWith?: string;
  /** Ours by theirs. */
  ratio?: number;
  target: string;
  holds: boolean;
  /** It misses its target by no more than ratios of loads vary from run to run (load/format.ts). */
  isWithinMargin?: boolean;
}
