import { fittingKind } from '@onus/api/link/find';
import { issueLink } from '@onus/api/link/issue';
import { urlOf } from '@onus/api/link/mail';
import { findAccount } from '@onus/api/people/find';
import type { Command } from 'commander';
import { withExistingInstall } from '../install.ts';
import { note, say } from '../say.ts';

/** `onus link` */
export function addLink(program: Command): void {
  program
    .command('link')
    .description(
      'prints a link to set a password: an activation link for a new account, a reset link for any other. Earlier links stop working.',
    )
    .argument('<email>', 'the account')
    .action(print);
}

async function print(email: string): Promise<void> {
  await withExistingInstall(({ db, env, scope }) => {
    const account = findAccount(db, scope, email.trim().toLowerCase());
    if (!account) throw new Error(`no account has the email ${JSON.stringify(email)}`);
    const link = issueLink(db, scope, account.id, fittingKind(db, scope, account.id));
    say(urlOf({ publicUrl: env.PUBLIC_URL }, link));
    // Beside the link, so that a script that takes the output has the link alone.
    note(`This ${link.kind} link works once, until ${link.expiresAt}.`);
  });
}
