import { z } from 'zod';

/** The id of an existing row. Any short text is valid; an unknown one returns 404, not 400. */
export const rowId = z.string().min(1, 'Id is required').max(100);

/** Optional client id (uuid v7), so that a retry creates no duplicate (rule 4.10). */
export const newId = z.uuid({ version: 'v7', error: 'Id must be a version 7 UUID' }).optional();
