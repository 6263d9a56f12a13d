import type { Services } from '../core/context.ts';

/** Tells a person that someone took their second factor away. @returns when it is sent or given up. */
export async function mailReset({ mailer }: Pick<Services, 'mailer'>, to: string): Promise<void> {
  await mailer?.send({ to, subject: 'Your second factor on Onus was reset', text: TEXT });
}

const TEXT = [
  'An Admin of your Onus server removed the second factor of your account: the authenticator app, the recovery codes',
  'and all passkeys. Every browser was signed out. You can log in with your password and set up a second factor again.',
  '',
  'If you did not ask for this, tell your Admin and change your password.',
  '',
].join('\n');
