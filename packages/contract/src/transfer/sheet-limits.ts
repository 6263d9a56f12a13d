/** The most rows of a table, which is sent in one request. */
export const SHEET_LIMITS = { lines: 500, characters: 200_000 } as const;

/**
 * What a table may hold. `todoist` is a project that Todoist has exported as CSV, `ics` the text of a calendar file,
 * `vikunja` the file data.json of an export of Vikunja, `kitchenowl` the export of a household of KitchenOwl.
 */
export const SHEET_KINDS = ['tasks', 'groceries', 'todoist', 'ics', 'vikunja', 'kitchenowl'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

/** Those with columns. */
export type TableKind = Extract<SheetKind, 'tasks' | 'groceries' | 'todoist'>;
