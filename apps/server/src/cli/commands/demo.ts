import { randomInt } from 'node:crypto';
import { createDemoAccounts } from '@onus/api/auth/demo-accounts';
import { createPasswords } from '@onus/api/core/secrets/passwords';
import { type Name, PEOPLE } from '@onus/api/demo/household';
import { MEMBER_PASSWORD_LONGEST } from '@onus/contract/auth/password';
import type { Command } from 'commander';
import { withInstall } from '../install.ts';
import { say } from '../say.ts';

interface Login {
  name: Name;
  email: string;
  password: string;
}

/** Letters and digits that are not mistaken for each other. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** `onus demo` */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('fills an empty installation with a demo household and prints its logins')
    .action(fill);
}

async function fill(): Promise<void> {
  await withInstall(async ({ db, env, scope }) => {
    const passwords = createPasswords(env.PASSWORD_MIN_LENGTH);
    const logins = PEOPLE.map(name => loginOf(name));
    const accounts = await Promise.all(
      logins.map(async ({ password, ...one }) => ({
        ...one,
        passwordHash: await passwords.hash(password, 1, { address: '' }),
      })),
    );
    createDemoAccounts(db, scope, accounts);
    const next = `Log in at ${env.PUBLIC_URL}/login. The first login writes the tasks, for its own day.`;
    for (const line of [...tableOf(logins), '', next]) say(line);
  });
}

function loginOf(name: Name): Login {
  const password = Array.from({ length: MEMBER_PASSWORD_LONGEST }, () => SIGNS[randomInt(SIGNS.length)]).join(
    '',
  );
  return { name, email: `${name.toLowerCase()}@example.com`, password };
}

function tableOf(logins: Login[]): string[] {
  const rows = [['Name', 'Email', 'Password'], ...logins.map(one => [one.name, one.email, one.password])];
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
