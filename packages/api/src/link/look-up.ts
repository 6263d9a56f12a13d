import type { Db } from '@onus/db/open';
import type { VisitorCall } from '../core/access.ts';
import type { Visitor } from '../core/scope.ts';

/**
 * Finds what a token opens, before a password is hashed, so that guessing costs the server nothing. A token that opens
 * nothing is counted.
 * @param find throws for a token that opens nothing.
 * @throws DomainError what `find` throws, or TOO_MANY_REQUESTS.
 */
export async function lookUp<Found extends object>(
  ctx: VisitorCall,
  find: (db: Db, visitor: Visitor) => Found,
): Promise<Found> {
  try {
    return ctx.read<object>(find) as Found;
  } catch (bad) {
    await ctx.throttle.badLink(ctx.caller.address);
    throw bad;
  }
}
