/** What is read of a table at once: it goes in one request and is written in one transaction. */
export const SHEET_LIMITS = { lines: 500, characters: 200_000 } as const;

/** What a table may hold. */
export const SHEET_KINDS = ['tasks', 'groceries'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];
