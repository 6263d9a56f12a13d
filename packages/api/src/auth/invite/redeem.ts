import type { CreateInvitation, RedeemInvitation } from '@onus/contract/auth/invite';
import type { Access, VisitorCall } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import type { Scope } from '../../core/scope.ts';
import { findOpenInvitation } from '../../invite/find.ts';
import type { InvitationView } from '../../invite/view.ts';
import { createInvitation, joinHousehold } from '../../invite/write.ts';
import { lookUp } from '../../link/look-up.ts';
import { urlOf } from '../../link/mail.ts';
import { type SignedIn, signIn } from '../sign-in.ts';

/** With the link, which the server tells once. */
export interface InvitationToShare extends InvitationView {
  url: string;
}

/** Makes an invitation for the caller's household. */
export async function invite(
  ctx: Context & Access<Scope>,
  input: CreateInvitation,
): Promise<InvitationToShare> {
  const { invitation, path } = await ctx.write((db, scope) => createInvitation(db, scope, input));
  return { ...invitation, url: urlOf(ctx, { path }) };
}

/**
 * Makes the account of an invited person and signs them in, in one write. The invitation is looked up before the
 * password is hashed, and once more in the write.
 */
export async function redeemInvitation(
  ctx: VisitorCall,
  { password, ...person }: RedeemInvitation,
): Promise<SignedIn> {
  ctx.caller.cookie.demand();
  const { id } = await lookUp(ctx, (db, visitor) => findOpenInvitation(db, visitor, person.token));
  const { address } = ctx.caller;
  const passwordHash = await ctx.passwords.hash(password, 1, { address });
  // An email that is taken says who has an account. Who holds a link tries as few of them as a manager does.
  return ctx.throttle.takeEmail({ address, person: `invitation ${id}` }, () =>
    signIn(ctx, (db, visitor) => joinHousehold(db, visitor, person, passwordHash)),
  );
}
