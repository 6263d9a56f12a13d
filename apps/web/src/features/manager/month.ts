import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';
import { inWords } from '../../lib/words/date-words.ts';

/** One group of bars. */
export type Month = inferProcedureOutput<AppRouter['manager']['chart']>[number];

export const KINDS = ['complete', 'incomplete'] as const;
export type Kind = (typeof KINDS)[number];

/** The open bar, whose tasks are below the chart. */
export interface OpenBar {
  /** YYYY-MM */
  month: string;
  of: Kind;
}

/** The id with which a closed panel finds its bar. */
export function idOfBar({ month, of }: OpenBar): string {
  return `bar-${month}-${of}`;
}

/** The bar that an address names, if there is such a one. */
export function openBarOf(named: { month?: string | undefined; of?: string | undefined }): OpenBar | null {
  const { month = '' } = named;
  const of = KINDS.find(kind => kind === named.of);
  return of && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? { month, of } : null;
}

/** Whether a month has no tasks. */
export function isEmpty({ complete, incomplete }: Month): boolean {
  return complete + incomplete === 0;
}

/** "November 2026", of a month as YYYY-MM. */
export function monthAndYear(first: string): string {
  const { month, year } = inWords(`${first}-01`);
  return `${month} ${year}`;
}
