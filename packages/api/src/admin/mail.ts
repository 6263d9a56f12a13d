import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import { payerOf } from '../member/add.ts';

/** How the mail server took a test email. */
export interface MailTest {
  sent: boolean;
  /** For the Admin: where it went, or the mail server's sentence. */
  message: string;
}

/**
 * Sends an email to the Admin's own address, with one try. It counts as an email of theirs.
 * @throws DomainError CONFLICT where no email is set up, TOO_MANY_REQUESTS
 */
export async function testMail(ctx: Context & Access<Scope>): Promise<MailTest> {
  const { mailer, publicUrl } = ctx;
  if (!mailer) throw new DomainError('CONFLICT', "Email isn't set up on this server. Set SMTP_URL.");
  const to = ctx.read((_db, scope) => scope.email);
  const mail = { to, subject: 'Test email from Onus', text: textFrom(publicUrl) };
  const reason = await ctx.throttle.email(payerOf(ctx), () => mailer.try(mail));
  return reason === null
    ? { sent: true, message: `A test email was sent to ${to}.` }
    : { sent: false, message: `The email was not sent: ${reason}` };
}

function textFrom(publicUrl: string): string {
  return `The server of Onus at ${publicUrl} can send email.\n`;
}
