import { createMailer } from '@onus/api/core/mail';
import { findAccount } from '@onus/api/people/find';
import { mailReset } from '@onus/api/second-factor/mail';
import { endSecondFactor } from '@onus/api/second-factor/reset';
import type { Command } from 'commander';
import type { Env } from '../../env.ts';
import { withExistingInstall } from '../install.ts';
import { note, personIn, say } from '../say.ts';

/** `onus second-factor` */
export function addSecondFactor(program: Command): void {
  program
    .command('second-factor')
    .description('the second factor of an account')
    .command('reset')
    .description(
      'removes the authenticator app, recovery codes and passkeys of an account and signs it out, for a person who lost them',
    )
    .argument('<email>', 'the account')
    .action(reset);
}

async function reset(email: string): Promise<void> {
  await withExistingInstall(async ({ db, env, scope }) => {
    const account = findAccount(db, scope, email.trim().toLowerCase());
    if (!account) throw new Error(`no account has the email ${JSON.stringify(email)}`);
    if (!endSecondFactor(db, scope, account)) return say(`${personIn(account)} has no second factor.`);
    say(`The second factor of ${personIn(account)} was reset. The password alone is enough to log in now.`);
    await mailReset({ mailer: mailerOf(env) }, account.email);
  });
}

/** A command does not wait for another try. */
function mailerOf({ SMTP_URL: url, MAIL_FROM: from }: Env) {
  if (!url) return null;
  const onFailure = (reason: string) => note(`The email that says so could not be sent: ${reason}`);
  return createMailer({ url, from, onFailure, retries: [] });
}
