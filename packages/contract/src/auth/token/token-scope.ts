// Apart from token.ts, because the app needs these and must not load the checks of its inputs.

/** What a personal token may be for (rule 9.7). */
export const TOKEN_SCOPES = ['read', 'tasks', 'groceries', 'messages'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
