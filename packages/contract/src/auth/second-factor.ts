import { z } from 'zod';
import { rowId } from '../id.ts';
import { typedCode, typedPassword } from './inputs.ts';

/** REQUIRE_SECOND_FACTOR: who must have a second factor (rule 9.4). */
export const REQUIREMENTS = ['none', 'admins', 'all'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** The code of the secret that `totp.start` returned. */
export const confirmTotpInput = z.object({ code: typedCode.min(1, 'Code is required') });

/** What a change of one's own second factor takes. */
export const ownerInput = z.object({ currentPassword: typedPassword });

export const resetSecondFactorInput = z.object({ userId: rowId });
