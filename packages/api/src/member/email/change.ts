import type { takeBackEmailInput } from '@onus/contract/auth/inputs';
import type { UpdateMember, UpdateSelf } from '@onus/contract/member';
import type { z } from 'zod';
import type { Access, VisitorCall } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import type { Scope } from '../../core/scope.ts';
import { mailTakeBack, type TakeBack } from '../../link/mail.ts';
import { findAccount, findUserRow } from '../../people/find.ts';
import type { UserView } from '../../people/view.ts';
import { payerOf } from '../add.ts';
import { type EmailChange, updateMember, updateSelf } from '../edit.ts';
import type { MemberView } from '../view.ts';
import { findTakeBack } from './find.ts';
import { takeBackEmail } from './take-back.ts';

type Caller = Context & Access<Scope>;

/** Changes a user. Another email of one's own may take the password, and the old address hears of it. */
export async function changeMember(
  ctx: Caller,
  { currentPassword, ...input }: UpdateMember,
): Promise<MemberView> {
  const isOwn = input.email !== undefined && ctx.read((_db, scope) => scope.userId === input.id);
  const change = await emailChange(ctx, isOwn ? currentPassword : undefined);
  const { member, takeBack } = await limited(ctx, input, () =>
    ctx.write(
      (db, scope) => updateMember(db, scope, input, change),
      changed => changed.member,
    ),
  );
  if (takeBack) mailTakeBack(ctx, takeBack);
  return member;
}

/** The same for one's own name and email. */
export async function changeSelf(ctx: Caller, { currentPassword, ...input }: UpdateSelf): Promise<UserView> {
  const change = await emailChange(ctx, input.email === undefined ? undefined : currentPassword);
  const id = ctx.read((_db, scope) => scope.userId);
  const { user, takeBack } = await limited(ctx, { ...input, id }, () =>
    ctx.write(
      (db, scope) => updateSelf(db, scope, input, change),
      changed => changed.user,
    ),
  );
  if (takeBack) mailTakeBack(ctx, takeBack);
  return user;
}

/** Restores the address that a link was sent to. Guessing at links is limited as everywhere. */
export async function takeBackOwnEmail(
  ctx: VisitorCall,
  { token }: z.output<typeof takeBackEmailInput>,
): Promise<{ message: string }> {
  try {
    ctx.read((db, visitor) => findTakeBack(db, visitor, token));
  } catch (bad) {
    await ctx.throttle.badLink(ctx.caller.address);
    throw bad;
  }
  return ctx.write((db, visitor) => takeBackEmail(db, visitor, token));
}

/** Compares the password before the write, which takes far longer than a write may. */
async function emailChange(ctx: Caller, password: string | undefined): Promise<EmailChange> {
  const mails = ctx.mailer !== null;
  if (password === undefined) return { checked: null, mails };
  const { found, who } = ctx.read((db, scope) => ({
    found: findAccount(db, scope, scope.email),
    who: { account: scope.email, address: ctx.caller.address, knownBrowser: scope.sessionId },
  }));
  const { passwordHash } = await ctx.throttle.guess(who, () =>
    ctx.passwords.verify(found, password, 'Current password is wrong', payerOf(ctx), 'BAD_REQUEST'),
  );
  return { checked: passwordHash, mails };
}

/**
 * Limits attempts to set another email, and nothing else: a refusal tells who has an account, as it does for a
 * new member, and a change of one's own email sends a message.
 */
function limited<Done extends { takeBack: TakeBack | null }>(
  ctx: Caller,
  { id, email }: Pick<UpdateMember, 'id' | 'email'>,
  attempt: () => Promise<Done>,
): Promise<Done> {
  const { isOther, isOwn } = ctx.read((db, scope) => ({
    isOther: email !== undefined && findUserRow(db, scope, id).email !== email,
    isOwn: scope.userId === id,
  }));
  if (!isOther) return attempt();
  const payer = payerOf(ctx);
  return ctx.throttle.takeEmail(payer, () =>
    isOwn ? ctx.throttle.changeOwnEmail(payer.person, attempt) : attempt(),
  );
}
