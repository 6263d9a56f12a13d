import { setTimeout as wait } from 'node:timers/promises';
import type { VisitorCall } from '../core/access.ts';
import { noteNoLink } from '../core/audit/refusals.ts';
import { requestLink } from '../link/issue.ts';
import { mailLink } from '../link/mail.ts';

/** Milliseconds, far more than a link takes to issue: the answer comes then, for every email. */
const ANSWER_AFTER = 250;

/**
 * Mails a reset link to an active account; answers everyone the same at the same time (rule 2.11).
 * Without mail no link is issued, since it would reach no one, and it would end the one a manager copied.
 */
export async function requestReset(ctx: VisitorCall, email: string): Promise<{ message: string }> {
  await ctx.throttle.resetRequest(ctx.caller.address);
  const answerTime = wait(ANSWER_AFTER);
  const refusal = await sendLink(ctx, email);
  if (refusal) await noteNoLink(ctx, ctx.visitor, refusal);
  await answerTime;
  return { message: ctx.mailer ? ON_ITS_WAY : ASK_FOR_LINK };
}

/** @returns why there is no link, if there is none. */
async function sendLink(ctx: VisitorCall, email: string): Promise<string | undefined> {
  if (!ctx.mailer) return 'NO_MAIL';
  if (!(await ctx.throttle.mayMail(email))) return 'MAILBOX_FULL';
  const link = await ctx.write((db, visitor) => requestLink(db, visitor, email));
  if (!link) return 'NO_ACCOUNT';
  mailLink(ctx, email, link);
  return undefined;
}

const ON_ITS_WAY = 'If this email has an account, a link to set a new password is on its way.';
const ASK_FOR_LINK = "Email isn't set up on this server. Ask your manager or an Admin for a link.";
