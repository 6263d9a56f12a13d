/** A task, as far as its place is concerned. */
interface Placed {
  id: string;
  dueDate: string;
}

/** The place of a task on a list: by date, then by id. */
export function placeOf({ dueDate, id }: Placed): string {
  return `${dueDate} ${id}`;
}

/** Inserts by date, then by id, so that tasks of one date are in the order of creation. */
export function insert<Row extends Placed>(rows: Row[], row: Row, order: 'asc' | 'desc'): void {
  const found = rows.findIndex(one =>
    order === 'asc' ? placeOf(one) > placeOf(row) : placeOf(one) < placeOf(row),
  );
  rows.splice(found < 0 ? rows.length : found, 0, row);
}

/** The same for several rows, in one pass: as many as a list has may move at once. */
export function insertAll<Row extends Placed>(
  rows: readonly Row[],
  added: readonly Row[],
  order: 'asc' | 'desc',
): Row[] {
  if (added.length === 0) return [...rows];
  const isBefore = (one: string, other: string) => (order === 'asc' ? one < other : one > other);
  const waiting = added
    .map(row => ({ row, place: placeOf(row) }))
    .sort((one, other) => (isBefore(one.place, other.place) ? -1 : 1));
  const all: Row[] = [];
  let next = 0;
  for (const row of rows) {
    const place = placeOf(row);
    for (let one = waiting[next]; one && isBefore(one.place, place); one = waiting[next]) {
      all.push(one.row);
      next += 1;
    }
    all.push(row);
  }
  return [...all, ...waiting.slice(next).map(({ row }) => row)];
}
