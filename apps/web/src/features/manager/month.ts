import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

/** One group of bars. */
export type Month = inferProcedureOutput<AppRouter['manager']['chart']>[number];

export const KINDS = ['complete', 'incomplete'] as const;
export type Kind = (typeof KINDS)[number];

/** The bar that is open: the tasks it counts are shown under the chart. */
export interface OpenBar {
  /** YYYY-MM */
  month: string;
  of: Kind;
}

export type NamedBar = { [Key in keyof OpenBar]?: OpenBar[Key] | undefined };

/** The bar a URL names; none unless it names the whole of it. */
export function namedBar({ month, of }: Record<string, unknown>): NamedBar {
  const kind = KINDS.find(known => known === of);
  const isWhole = kind && typeof month === 'string' && MONTH.test(month);
  return isWhole ? { month, of: kind } : { month: undefined, of: undefined };
}

/** By which a closed panel finds the bar that opened it. */
export function idOfBar({ month, of }: OpenBar): string {
  return `bar-${month}-${of}`;
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
