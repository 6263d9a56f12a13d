import { z } from 'zod';

const MOST = 100;
const TOO_LONG = `Limit must be from 1 to ${MOST}`;

/**
 * `_page` and `_limit` as in json-server 0.17. An empty value counts as missing. In addition, a limit must be 1 to 100 in
 * digits.
 */
export const servedPage = {
  /** An invalid page number means the first page. */
  page: z
    .union([z.number(), z.string()], { error: 'Page is invalid' })
    .optional()
    .transform(page => (page === undefined || page === '' ? undefined : pageNumber(page))),
  limit: z
    .union([z.number(), z.string().regex(/^\d*$/, TOO_LONG)], { error: TOO_LONG })
    .optional()
    .transform(limit => (limit === undefined || limit === '' ? undefined : Number(limit)))
    .refine(limit => limit === undefined || isLimit(limit), TOO_LONG),
};

export const servedPageInput = z.object(servedPage);
export type ServedPage = z.output<typeof servedPageInput>;

/** Whether a list is asked for whole (rule 4.5). */
export function isWhole({ page, limit }: ServedPage): boolean {
  return page === undefined && limit === undefined;
}

/** The range of a list as in json-server: ten rows per page. Of a whole list, as many rows as are read at once. */
export function sliceOf({ page, limit }: ServedPage, whole = MOST): { limit: number; offset: number } {
  const size = limit ?? (page === undefined ? whole : 10);
  return { limit: size, offset: ((page ?? 1) - 1) * size };
}

function pageNumber(typed: number | string): number {
  return Math.min(Math.max(Number.parseInt(`${typed}`, 10) || 1, 1), 1_000_000_000);
}

function isLimit(limit: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= MOST;
}
