import type { Services } from '../core/context.ts';
import type { IssuedLink } from './issue.ts';

/** What is mailed to the address that an account had; the token is stored nowhere. */
export interface TakeBack {
  to: string;
  /** Path and query, to stand behind PUBLIC_URL. */
  path: string;
}

/** The address a person opens. Built from the setting alone: a forged Host has no effect on it. */
export function urlOf({ publicUrl }: Pick<Services, 'publicUrl'>, link: Pick<IssuedLink, 'path'>): string {
  return publicUrl + link.path;
}

/**
 * Sends a link to its owner. No call waits for it. No name a user chose stands in the text, or anyone could
 * have us mail a text of his own to a stranger.
 */
export function mailLink(
  services: Pick<Services, 'mailer' | 'publicUrl'>,
  to: string,
  link: IssuedLink,
): void {
  const { subject, opening, good } = WORDS[link.kind];
  const text = [
    opening,
    '',
    urlOf(services, link),
    '',
    `The link works once, within ${good}. If you did not expect this message, you can ignore it.`,
    '',
  ].join('\n');
  void services.mailer?.send({ to, subject, text });
}

/** Tells an address that its account has another one now, and how to take that back. */
export function mailTakeBack(services: Pick<Services, 'mailer' | 'publicUrl'>, { to, path }: TakeBack): void {
  const text = [
    'The email of your account on Onus was changed. If you did this, you can ignore this message.',
    '',
    'If you did not, open this link within 7 days:',
    '',
    urlOf(services, { path }),
    '',
    'It restores this address and signs out every browser. Then set a new password.',
    '',
  ].join('\n');
  void services.mailer?.send({ to, subject: 'Your email on Onus was changed', text });
}

const WORDS = {
  activation: {
    subject: 'Set your password for Onus',
    opening: 'You have an account on Onus. Choose your password here:',
    good: '72 hours',
  },
  reset: {
    subject: 'Set a new password for Onus',
    opening: 'Someone, hopefully you, asked for a new password on Onus. Choose it here:',
    good: '60 minutes',
  },
};
