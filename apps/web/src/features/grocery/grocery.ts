import type { AppRouter } from '@onus/api/root';
import { centsOf } from '@onus/contract/amount';
import type { inferProcedureOutput } from '@trpc/server';

export type Item = inferProcedureOutput<AppRouter['grocery']['list']>[number];

/** Dollars for so many of an item as the list says. */
export function priceOf({ count, price }: Item): number {
  return (count * centsOf(price)) / 100;
}

export function totalOf(items: readonly Item[]): number {
  return items.reduce((cents, { count, price }) => cents + count * centsOf(price), 0) / 100;
}
