import { centsOf, wholeCount } from '../amount.ts';
import type { ItemRow } from './item-row.ts';
import type { GroceryOperation, Operation } from './operation.ts';
import type { Person } from './task.ts';

/** The list with the queued operations applied to it, in the order in which they were made. */
export function foldItems<Row extends ItemRow>(
  rows: readonly Row[],
  operations: readonly Operation[],
  me: Person,
): readonly (Row | ItemRow)[] {
  const byId = new Map<string, Row | ItemRow>(rows.map(row => [row.id, row]));
  const removed = new Map<string, Row | ItemRow>();
  for (const operation of operations) if (isOfGroceries(operation)) apply(byId, removed, operation, me);
  return inOrder([...byId.values()]);
}

/**
 * A newer response, without the counts of the items that an operation on its way adjusts. It may contain that adjustment
 * or not, and counting it twice or not at all would show a wrong number until the next response. These items keep their
 * former count, changed by the operations that are certainly in the response.
 * @param former the rows of the response before.
 * @param contained the operations that the newer response contains and the former does not.
 * @param uncertain the operations that the newer response may contain or not.
 */
export function withKnownCounts<Row extends ItemRow>(
  rows: readonly Row[],
  former: readonly ItemRow[],
  contained: readonly Operation[],
  uncertain: readonly Operation[],
): readonly Row[] {
  const adjusted = new Set(
    uncertain.flatMap(({ path, input }) => (path === 'grocery.adjust' ? [input.id] : [])),
  );
  if (adjusted.size === 0) return rows;
  const created = uncertain.filter(({ path }) => path === 'grocery.create');
  const known = foldItems(former, [...contained, ...created], { id: '', username: '' });
  const counts = new Map(known.map(({ id, count }) => [id, count]));
  return rows.map(row => (adjusted.has(row.id) ? { ...row, count: counts.get(row.id) ?? row.count } : row));
}

/** The order of the server: what is still to buy, then what is in the cart, each as it was added. */
export function inOrder<Row extends ItemRow>(items: readonly Row[]): Row[] {
  return items.toSorted(
    (a, b) =>
      Number(a.purchased) - Number(b.purchased) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id),
  );
}

/** @param removed the rows that the operations before have removed. */
function apply<Row extends ItemRow>(
  byId: Map<string, Row | ItemRow>,
  removed: Map<string, Row | ItemRow>,
  operation: GroceryOperation,
  me: Person,
): void {
  if (operation.path === 'grocery.clearCart') {
    clear(byId, removed, operation.input);
    return;
  }
  const { id = operation.op } = operation.input;
  const row = byId.get(id);
  if (operation.path === 'grocery.restore') restore(byId, removed.get(id) ?? operation.removed);
  else if (operation.path === 'grocery.delete') remove(byId, removed, id);
  else if (operation.path === 'grocery.create') byId.set(id, row ?? created(operation, id, me));
  else if (row && operation.path === 'grocery.adjust') {
    byId.set(id, { ...row, count: Math.max(1, row.count + operation.input.by) });
  } else if (row) byId.set(id, changed(row, operation.input));
}

/** What is in the cart, and of that only what the operation names: another person may have put an item back. */
function clear<Row extends ItemRow>(
  byId: Map<string, Row | ItemRow>,
  removed: Map<string, Row | ItemRow>,
  { ids }: Extract<GroceryOperation, { path: 'grocery.clearCart' }>['input'],
): void {
  for (const [id, { purchased }] of byId)
    if (purchased && (ids?.includes(id) ?? true)) remove(byId, removed, id);
}

function remove<Row>(byId: Map<string, Row>, removed: Map<string, Row>, id: string): void {
  const row = byId.get(id);
  if (row) removed.set(id, row);
  byId.delete(id);
}

/** What neither the list nor the operation has comes with the server's response. */
function restore<Row extends ItemRow>(
  byId: Map<string, Row | ItemRow>,
  row: Row | ItemRow | undefined,
): void {
  if (row && !byId.has(row.id)) byId.set(row.id, row);
}

function created(
  { input, at }: Extract<GroceryOperation, { path: 'grocery.create' }>,
  id: string,
  me: Person,
): ItemRow {
  const { name, count, price, section } = input;
  const row = { id, userId: me.id, addedBy: me, purchased: false, createdAt: new Date(at).toISOString() };
  return { ...row, name, count: wholeCount(count), price: dollars(price) ?? 0, section: filled(section) };
}

function changed<Row extends ItemRow>(
  row: Row,
  { name, count, price, purchased, section }: Extract<GroceryOperation, { path: 'grocery.update' }>['input'],
): Row {
  return {
    ...row,
    name: name ?? row.name,
    count: count === undefined ? row.count : wholeCount(count),
    price: dollars(price) ?? row.price,
    purchased: purchased ?? row.purchased,
    section: section === undefined ? row.section : filled(section),
  };
}

/** Undefined for a price that the server will refuse: the row keeps its price. */
function dollars(price: number | string | undefined): number | undefined {
  const value = Number(price);
  return price === undefined || !(value >= 0) ? undefined : centsOf(value) / 100;
}

/** White space alone is no section. */
function filled(section: string | null | undefined): string | null {
  return section?.trim() ? section : null;
}

function isOfGroceries(operation: Operation): operation is GroceryOperation {
  return operation.path.startsWith('grocery.');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
