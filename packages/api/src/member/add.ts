import type { CreateMember } from '@onus/contract/member';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Payer } from '../core/limits/throttle.ts';
import type { Scope } from '../core/scope.ts';
import { fittingKind } from '../link/find.ts';
import { type IssuedLink, issueLink } from '../link/issue.ts';
import { mailLink, urlOf } from '../link/mail.ts';
import { createMember } from './edit.ts';
import type { MemberView } from './view.ts';

/** A link that a manager or an Admin hands to a member themselves. */
export interface LinkToCopy extends Pick<IssuedLink, 'kind' | 'expiresAt'> {
  url: string;
}

type Caller = Context & Access<Scope>;

/** The literal minimum of the member dialog (rule 15). */
const SHORTEST = 4;

/** Makes a member and mails the activation link, where there is mail; else it can be made again and copied. */
export async function addMember(ctx: Caller, { password, ...input }: CreateMember): Promise<MemberView> {
  const payer = payerOf(ctx);
  const create = async () => {
    const passwordHash = await ctx.passwords.hash(password, SHORTEST, payer);
    return ctx.throttle.takeEmail(payer, () =>
      // The ledger never keeps the token of the link.
      ctx.write(
        (db, scope) => createMember(db, scope, input, passwordHash),
        made => made.member,
      ),
    );
  };
  // Without a mail server the link is copied by hand, and no email is counted.
  const { member, link } = await (ctx.mailer ? ctx.throttle.email(payer, create) : create());
  // A manager who makes members of a stranger's address, one after the other, does not fill that mailbox.
  if (ctx.mailer && (await ctx.throttle.mayMail(member.email))) mailLink(ctx, member.email, link);
  return member;
}

/** A fresh link of the kind that fits; it goes to the caller only, and earlier ones end. */
export async function linkToCopy(ctx: Caller, id: string): Promise<LinkToCopy> {
  const link = await ctx.write((db, scope) => issueLink(db, scope, id, fittingKind(db, scope, id)));
  return { kind: link.kind, url: urlOf(ctx, link), expiresAt: link.expiresAt };
}

/** The person and the address that pay for the work of a call. */
export function payerOf(ctx: Caller): Required<Payer> {
  return { address: ctx.caller.address, person: ctx.read((_db, scope) => scope.userId) };
}
