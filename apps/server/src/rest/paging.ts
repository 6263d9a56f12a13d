import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '@onus/api/core/errors';
import { isWhole, servedPageInput, sliceOf } from '@onus/contract/served';
import type { FastifyRequest } from 'fastify';

/** So many rows are read in one go; between them the server is there for others. */
const SLICE = 500;

interface Page<Row, Cursor = string> {
  items: Row[];
  nextCursor: Cursor | null;
}

/** What is answered of a list, with how many rows it has. */
interface Served {
  rows: unknown[] | Readable;
  total: number;
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
  /** Where the page goes on for `list`, when one response of the procedure does not hold it. */
  nextCursor: string | null;
}

/** A list as rule 17 has it: whole, out of the pages that a procedure answers, or a page by its number. */
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
        const { rows, ...rest } = await find(place);
        return { rows: rows.map(shape), ...rest };
      },
    };
    return new LongList(shaped, slice);
  }

  async page(page: number, limit: number): Promise<Served> {
    const { rows, total, nextCursor } = await this.#procedures.find({ page, limit });
    let left = limit - rows.length;
    const more = async (cursor: string) => {
      const next = await this.#procedures.list({ limit: Math.min(left, this.#slice), cursor });
      left -= next.items.length;
      return left > 0 ? next : { ...next, nextCursor: null };
    };
    return { rows: joined({ items: rows, nextCursor }, more), total };
  }

  /** All of it. What does not fit in one page is read while the client takes what was read before. */
  async whole(): Promise<Served> {
    const first = await this.#procedures.list({ limit: this.#slice });
    const { items, nextCursor } = first;
    if (nextCursor === null) return { rows: items, total: items.length };
    const { total } = await this.#procedures.find({ page: 1, limit: 1 });
    const more = (cursor: string) => this.#procedures.list({ limit: this.#slice, cursor });
    return { rows: joined(first, more), total };
  }
}

/** A list as it is answered: whole, or the page that is asked for, with the number of all its rows. */
export async function pageOf(found: unknown, { query }: FastifyRequest): Promise<Served> {
  const isLong = found instanceof LongList;
  if (!isLong && !Array.isArray(found)) return found as Served;
  const { _page: page, _limit: limit } = query as Record<string, unknown>;
  const asked = servedPageInput.safeParse({ page, limit });
  if (!asked.success) throw new DomainError('BAD_REQUEST', asked.error.issues[0]?.message ?? '');
  if (isLong) {
    return isWhole(asked.data)
      ? found.whole()
      : found.page(asked.data.page ?? 1, asked.data.limit ?? sliceOf(asked.data).limit);
  }
  const { offset, limit: size } = sliceOf(asked.data, found.length);
  return { rows: found.slice(offset, offset + size), total: found.length };
}

/**
 * The rows of a list out of its pages. Those behind the first are read while the client takes what was read
 * before, so that a long list is never in memory as a whole.
 */
export function joined<Cursor>(
  first: Page<unknown, Cursor>,
  next: (cursor: Cursor) => Promise<Page<unknown, Cursor>>,
): unknown[] | Readable {
  return first.nextCursor === null ? first.items : Readable.from(jsonOf(first, next));
}

async function* jsonOf<Cursor>(
  first: Page<unknown, Cursor>,
  next: (cursor: Cursor) => Promise<Page<unknown, Cursor>>,
): AsyncGenerator<string> {
  yield JSON.stringify(first.items).slice(0, -1);
  for (let { nextCursor } = first; nextCursor !== null; ) {
    await turn();
    const page = await next(nextCursor);
    if (page.items.length > 0) yield `,${JSON.stringify(page.items).slice(1, -1)}`;
    nextCursor = page.nextCursor;
  }
  yield ']';
}
