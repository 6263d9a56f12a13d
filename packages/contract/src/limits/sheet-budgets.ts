import type { Budget } from './budgets.ts';

/** The limits on the import of a table. */
export const SHEET_BUDGETS = {
  sheetSlice: {
    most: 10,
    of: 'rows of an import in one write',
    why: 'Writing them takes 4 ms. Other writes have their turn between two of them.',
  },
  sheetEntry: {
    most: 20_000,
    of: 'characters in an entry of a calendar or an export',
    why: 'Reading the worst takes 7 ms. The longest description has 5,000.',
  },
  sheetColumns: {
    most: 100,
    of: 'columns in a table',
    why: 'Exports of task apps have fewer than 40.',
  },
} as const satisfies Record<string, Budget>;
