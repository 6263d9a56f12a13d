import { ACTIVATION_TOO_SHORT } from '@onus/contract/auth/password';
import { DomainError } from '../core/errors.ts';
import { domainErrorOf, publicProcedure } from '../core/trpc.ts';
import { demandOpen } from './account.ts';

/** For a new account. */
export const registering = publicProcedure.use(({ ctx, next }) => {
  // Refused before the input is looked at: the answer is the same whatever was sent.
  ctx.read((db, visitor) => demandOpen(db, visitor, ctx.registration));
  return next();
});

/** As a public procedure, for the activation screen, which tells a refusal by the word "Error" in it (rule 12). */
export const withErrorPrefix = publicProcedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const { code, message, newest, retryAfter } = domainErrorOf(result.error);
  const isSaid = message.includes('Error') || message === ACTIVATION_TOO_SHORT;
  throw new DomainError(code, isSaid ? message : `Error: ${message}`, newest, retryAfter);
});
