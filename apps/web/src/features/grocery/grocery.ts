import type { AppRouter } from '@onus/api/root';
import { centsOf } from '@onus/contract/amount';
import type { inferProcedureInput, inferProcedureOutput } from '@trpc/server';

export type Item = inferProcedureOutput<AppRouter['grocery']['list']>[number];
export type ItemChange = inferProcedureInput<AppRouter['grocery']['update']>;

/** Dollars for so many of an item as the list says. */
export function priceOf({ count, price }: Item): number {
  return (count * centsOf(price)) / 100;
}

export function totalOf(items: readonly Item[]): number {
  return items.reduce((cents, { count, price }) => cents + count * centsOf(price), 0) / 100;
}

/** The order of the server: what is still to buy, then what is in the cart, each as it was added. */
export function inOrder(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) =>
      Number(a.purchased) - Number(b.purchased) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
