import { z } from 'zod';
import { LIMITS } from '../../limits/lengths.ts';
import { typedCode, typedPassword } from '../inputs.ts';

/** The address at which the provider's answer arrived. */
export const finishInput = z.object({ url: z.url().max(LIMITS.callback) });

/** What is asked of the owner: the password of the account that is linked, the code of their second factor. */
export const linkInput = z.object({ password: typedPassword.default(''), code: typedCode.default('') });

/** A linked account at the provider. */
export const unlinkInput = z.object({ id: z.number().int().positive() });
