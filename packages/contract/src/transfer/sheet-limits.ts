/** The most rows of a table, which is sent in one request. */
export const SHEET_LIMITS = { lines: 500, characters: 200_000 } as const;

/** What a table may hold. `todoist` is a project that Todoist has exported as CSV. */
export const SHEET_KINDS = ['tasks', 'groceries', 'todoist'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];
