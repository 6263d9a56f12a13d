import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

/** So many rows are read in one go; between them the server is there for others. */
const SLICE = 500;

export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}

/** The procedures behind a list. */
interface Procedures<Row> {
  /** A page from where the one before ended. */
  list(place: { limit: number; cursor?: string }): Promise<Page<Row>>;
  /** A page by its number, and how many rows there are. */
  find(place: { limit: number; page: number }): Promise<Counted<Row>>;
}

interface Counted<Row> {
  rows: Row[];
  total: number;
}

/** A list as the spec has it: whole, out of the pages that a procedure answers, or a page by its number. */
export class LongList {
  readonly #procedures: Procedures<unknown>;
  readonly #slice: number;

  private constructor(procedures: Procedures<unknown>, slice: number) {
    this.#procedures = procedures;
    this.#slice = slice;
  }

  static of<Row>(
    { list, find }: Procedures<Row>,
    shape: (row: Row) => unknown,
    slice: number = SLICE,
  ): LongList {
    const shaped = {
      async list(place: Parameters<typeof list>[0]) {
        const { items, nextCursor } = await list(place);
        return { items: items.map(shape), nextCursor };
      },
      async find(place: Parameters<typeof find>[0]) {
        const { rows, total } = await find(place);
        return { rows: rows.map(shape), total };
      },
    };
    return new LongList(shaped, slice);
  }

  page(page: number, limit: number): Promise<Counted<unknown>> {
    return this.#procedures.find({ page, limit });
  }

  /** All of it. What does not fit in one page is read while the client takes what was read before. */
  async whole(): Promise<{ rows: unknown[] | Readable; total: number }> {
    const first = await this.#procedures.list({ limit: this.#slice });
    const { items, nextCursor } = first;
    if (nextCursor === null) return { rows: items, total: items.length };
    const { total } = await this.page(1, 1);
    return { rows: Readable.from(this.#json(first)), total };
  }

  async *#json(first: Page<unknown>): AsyncGenerator<string> {
    yield JSON.stringify(first.items).slice(0, -1);
    for (let { nextCursor } = first; nextCursor !== null; ) {
      await turn();
      const page = await this.#procedures.list({ limit: this.#slice, cursor: nextCursor });
      if (page.items.length > 0) yield `,${JSON.stringify(page.items).slice(1, -1)}`;
      nextCursor = page.nextCursor;
    }
    yield ']';
  }
}
