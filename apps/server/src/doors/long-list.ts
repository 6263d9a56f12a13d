import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

/** So many rows are read or written in one go; between them the server is there for others. */
const SLICE = 500;

/** A place in a list as its procedure takes it. */
interface Place {
  limit: number;
  cursor?: string;
}

/** A list as the spec has it, whole (decision 4.5), out of the pages that a procedure answers. */
export async function wholeList<Row, Shape>(
  pageAt: (place: Place) => Promise<{ items: Row[]; nextCursor: string | null }>,
  shape: (row: Row) => Shape,
): Promise<Shape[]> {
  const rows: Shape[] = [];
  let page = await pageAt({ limit: SLICE });
  for (;;) {
    rows.push(...page.items.map(shape));
    if (page.nextCursor === null) return rows;
    await turn();
    page = await pageAt({ limit: SLICE, cursor: page.nextCursor });
  }
}

export function isLong(rows: unknown): rows is unknown[] {
  return Array.isArray(rows) && rows.length > SLICE;
}

/** The JSON of a long list, slice by slice. */
export function jsonStream(rows: readonly unknown[]): Readable {
  return Readable.from(slicesOf(rows));
}

async function* slicesOf(rows: readonly unknown[]): AsyncGenerator<string> {
  for (let from = 0; from < rows.length; from += SLICE) {
    const slice = JSON.stringify(rows.slice(from, from + SLICE)).slice(1, -1);
    yield from === 0 ? `[${slice}` : `,${slice}`;
    await turn();
  }
  yield ']';
}
