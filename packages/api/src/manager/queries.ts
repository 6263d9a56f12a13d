import { chartMonths } from '@onus/contract/manager';
import type { Db } from '@onus/db/open';
import type { Scope } from '../scope.ts';
import { countBetween } from '../tally/queries.ts';

/** One group of bars of the chart "LAST 6 MONTHS". */
export interface ChartBar {
  /** YYYY-MM */
  month: string;
  /** Its full name. */
  label: string;
  complete: number;
  incomplete: number;
}

/** The caller's last six months, oldest first; six of them even when nothing was due (decision 4.7). */
export function chart(db: Db, scope: Scope): ChartBar[] {
  return chartMonths(scope.today).map(({ month, label, ...bounds }) => ({
    month,
    label,
    ...countBetween(db, scope, 'managed', bounds),
  }));
}
