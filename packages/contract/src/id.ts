import { z } from 'zod';

/** Names an existing row. Any short text is looked up: one that names nothing is 404, not 400. */
export const rowId = z.string().min(1, 'Id is required').max(100);

/** Optional id made by the client (uuid v7), so that a retry never doubles a row (decision 4.10). */
export const newId = z.uuid({ version: 'v7', error: 'Id must be a version 7 UUID' }).optional();
