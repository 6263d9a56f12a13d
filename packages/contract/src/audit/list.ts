import { z } from 'zod';
import { pageLimit } from '../limits/page.ts';

/** Newest first; the cursor is the `nextCursor` of the page before. */
export const listAuditInput = z.object({ limit: pageLimit, cursor: z.number().int().min(1).nullish() });
export type ListAudit = z.output<typeof listAuditInput>;
