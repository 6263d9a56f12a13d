import { z } from 'zod';
import { dateInput } from '../../dates/input.ts';
import { rowId } from '../../id.ts';
import { LIMITS } from '../../limits/lengths.ts';
import { filledText } from '../../limits/text.ts';
import { TOKEN_SCOPES } from './token-scope.ts';

/** What every personal token begins with, so that people and programs that search for leaked secrets know it. */
export const TOKEN_PREFIX = 'onus_pat_';

/** How many tokens a person has at the most. */
export const MOST_TOKENS = 50;

const scope = z.enum(TOKEN_SCOPES, `Scopes must be of ${TOKEN_SCOPES.join(', ')}`);

/** @param expiresAt an ISO date or timestamp; none means that the token does not expire. */
export const createTokenInput = z.object({
  name: filledText(LIMITS.tokenName, 'Name is required'),
  scopes: z
    .array(scope, 'Scopes must be a list')
    .min(1, 'Choose at least one scope')
    .max(100)
    .transform(chosen => TOKEN_SCOPES.filter(one => chosen.includes(one))),
  expiresAt: dateInput('Expiry').nullish(),
});
export type CreateToken = z.output<typeof createTokenInput>;

export const tokenIdInput = z.object({ id: rowId });
