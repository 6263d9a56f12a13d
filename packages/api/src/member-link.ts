import type { CreateMember } from '@onus/contract/member';
import type { Context } from './context.ts';
import { type IssuedLink, issueLink } from './link/commands.ts';
import { fittingKind } from './link/queries.ts';
import { mailLink, urlOf } from './link-mail.ts';
import { createMember } from './member/commands.ts';
import type { MemberView } from './member-view.ts';
import type { Scope } from './scope.ts';

/** What somebody who looks after a member hands on by themselves. */
export interface LinkToCopy extends Pick<IssuedLink, 'kind' | 'expiresAt'> {
  url: string;
}

type Caller = Context & { scope: Scope };

/** The literal minimum of the member dialog (spec 5). */
const SHORTEST = 4;

/** Makes a member and mails the activation link, where there is mail; else it can be made again and copied. */
export async function addMember(ctx: Caller, { password, ...input }: CreateMember): Promise<MemberView> {
  const passwordHash = await ctx.passwords.hash(password, SHORTEST);
  const { member, link } = createMember(ctx.db, ctx.scope, input, passwordHash);
  // Whoever makes members of a stranger's address, one after the other, does not fill that mailbox.
  if (ctx.mailer && (await ctx.throttle.mayMail(member.email))) mailLink(ctx, member.email, link);
  return member;
}

/** A fresh link of the kind that fits; it goes to nobody but the caller, and earlier ones end. */
export function linkToCopy(ctx: Caller, id: string): LinkToCopy {
  const link = issueLink(ctx.db, ctx.scope, id, fittingKind(ctx.db, ctx.scope, id));
  return { kind: link.kind, url: urlOf(ctx, link), expiresAt: link.expiresAt };
}
