import type { NoticeKind } from '@onus/contract/notify/settings';
import type { VisitorCall } from '../core/access.ts';
import { DomainError } from '../core/errors.ts';
import { stopMails } from './settings.ts';

/**
 * Turns off one kind of email without a login. Twice is the same as once.
 * @throws DomainError BAD_REQUEST for a token that is not of this installation, TOO_MANY_REQUESTS
 */
export async function stopByLink(ctx: VisitorCall, token: string): Promise<{ kind: NoticeKind }> {
  const stop = ctx.stopLinks.read(token);
  if (!stop) {
    await ctx.throttle.badLink(ctx.caller.address);
    throw new DomainError('BAD_REQUEST', 'This link is not valid');
  }
  await ctx.write((db, visitor) => stopMails(db, visitor, stop));
  return { kind: stop.kind };
}
