import { knownBrowserName } from '@onus/contract/auth/browser-name';
import { OWN_ZONE } from '@onus/contract/dates/zone';
import type { Context } from '../core/context.ts';
import { networkName } from '../core/limits/network.ts';
import type { UserRow } from '../core/sessions/find.ts';

/**
 * Tells a person by email that a browser has signed in to their account which had not before, and what to do about it. No
 * call waits for the email. What the browser says of itself is said only in words of ours.
 */
export async function tellOfBrowser(
  { mailer, throttle, caller, publicUrl, clock }: Context,
  account: UserRow,
): Promise<void> {
  if (!mailer || !(await throttle.mayTellOfBrowser(account.id))) return;
  const text = [
    'Someone logged in to your account on Onus with a browser that had not been used for it before.',
    '',
    `Browser: ${knownBrowserName(caller.userAgent) ?? 'unknown'}`,
    `Network: ${networkName(caller.address) || 'unknown'}`,
    `Time: ${momentOf(clock(), account.timeZone ?? OWN_ZONE)}`,
    '',
    'If this was you, you can ignore this message.',
    '',
    'If it was not, set a new password. That signs out every browser:',
    '',
    `${publicUrl}/forgot`,
    '',
    'In the settings you see where you are signed in:',
    '',
    `${publicUrl}/dash/settings`,
    '',
  ].join('\n');
  void mailer.send({ to: account.email, subject: 'New browser in your account on Onus', text });
}

function momentOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}
