import { z } from 'zod';
import { looseEnds } from './export-loose-ends.ts';
import { exportParts } from './export-schema.ts';
import { withSchedules } from './export-version-1.ts';

/** The file that `archive.mine` and `archive.household` make and `onus import` reads (docs/export-format.md). */
export const exportFile = exportParts.transform(withSchedules).superRefine((file, context) => {
  for (const { path, message: complaint } of looseEnds(file)) {
    context.addIssue({ code: 'custom', path, message: complaint });
  }
});

/** A page of an export; the first begins without a cursor. */
export const exportPageInput = z.object({
  cursor: z
    .string()
    .regex(/^(?:tasks|groceries|messages|conversations|accounts) \d{1,15} \S{0,60}$/, 'Cursor is invalid')
    .nullish(),
});
