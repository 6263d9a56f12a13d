import { createHash } from 'node:crypto';
import { EMAILS_ABOUT } from '@onus/contract/notify/settings';
import type { Services } from '../core/context.ts';
import type { Addressed } from './compose/compose.ts';
import type { Batch, Delivery } from './jobs.ts';

/**
 * Sends a batch as plain text. Its Message-ID stays the same when it is sent again: a mail server may have taken an email
 * whose response was lost, and then the second copy can be recognized.
 */
export async function sendMail(
  { mailer, publicUrl, stopLinks }: Services,
  { id, jobs }: Batch,
  { notice, userId, email }: Addressed,
): Promise<Delivery> {
  const [first] = jobs;
  if (!mailer || !first) return 'none';
  const stop = publicUrl + stopLinks.pathFor({ userId, kind: first.kind });
  const reason = await mailer.try({
    to: email,
    subject: notice.title,
    text: textOf(
      [notice.title, ...(notice.lines.length > 0 ? ['', ...notice.lines] : [])],
      publicUrl + notice.path,
      [`Stop ${EMAILS_ABOUT[first.kind]}:`, stop],
    ),
    messageId: messageIdOf(`${id} ${first.createdAt} ${userId}`, publicUrl),
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  });
  return reason === null ? { sent: [mailer.host] } : { sent: [], failed: reason };
}

function textOf(body: readonly string[], link: string, footer: readonly string[]): string {
  return [...body, '', link, '', '-- ', ...footer, ''].join('\n');
}

function messageIdOf(name: string, publicUrl: string): string {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32);
  return `<onus-${digest}@${new URL(publicUrl).hostname}>`;
}
