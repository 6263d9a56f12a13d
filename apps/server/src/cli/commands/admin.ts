import { createAdmin } from '@onus/api/auth/register';
import { createPasswords } from '@onus/api/core/secrets/passwords';
import { createAdminInput } from '@onus/contract/auth/inputs';
import type { Command } from 'commander';
import { checked, withInstall } from '../install.ts';
import { say } from '../say.ts';
import { readPassword } from './password.ts';

interface Options {
  email: string;
  username: string;
}

/** `onus admin create` */
export function addAdmin(program: Command): void {
  program
    .command('admin')
    .description('Admins, who see and change all accounts')
    .command('create')
    .description(
      'creates an account with the roles Admin and Manager; prompts for its password, or reads it from standard input',
    )
    .requiredOption('--email <email>', 'what the Admin logs in with')
    .requiredOption('--username <name>', 'the name that others see')
    .action(create);
}

async function create({ email, username }: Options): Promise<void> {
  // What is wrong with the options is said before a password is asked for.
  checked(createAdminInput.omit({ password: true }), { email, username });
  const input = checked(createAdminInput, { email, username, password: await readPassword() });
  await withInstall(async ({ db, env, scope }) => {
    const passwordHash = await createPasswords(env.PASSWORD_MIN_LENGTH).hash(input.password, 1, {
      address: '',
    });
    const admin = createAdmin(db, scope, input, passwordHash);
    say(`Admin ${admin.email} was created. Log in at ${env.PUBLIC_URL}/login`);
  });
}
