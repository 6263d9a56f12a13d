import { join } from 'node:path';
import { findAccount } from '@onus/api/people/find';
import {
  exportHousehold,
  findHousehold,
  type Household,
  moveOut,
} from '@onus/api/transfer/archive/household';
import { isHead } from '@onus/contract/auth/role';
import type { ExportFile } from '@onus/contract/transfer/export-schema';
import { makeFolder, systemReason, writeNewFile } from '@onus/db/durable';
import type { Command } from 'commander';
import { type Install, withExistingInstall } from '../install.ts';
import { counted, note, personIn, say } from '../say.ts';

interface Options {
  to: string;
  deactivate?: boolean;
}

/** `onus export` */
export function addExport(program: Command): void {
  program
    .command('export')
    .description(
      'writes everything of a household to a file, which `onus import` adds to another installation. It contains the messages between all its people, and no passwords.',
    )
    .argument('<emails...>', 'the manager of each household, or a person without one')
    .requiredOption('--to <folder>', 'the folder for the files')
    .option('--deactivate', 'also ends the access of these people here, so that nothing changes afterwards')
    .action(write);
}

async function write(emails: string[], { to, deactivate = false }: Options): Promise<void> {
  await withExistingInstall(install => {
    // All are found before the first is written.
    const households = emails.map(email => householdOf(install, email, deactivate));
    openFolder(to);
    for (const people of households) say(moved(install, people, to, deactivate));
    const accounts = counted(households.flat().length, 'account');
    const what = counted(households.length, 'household');
    const were = households.length === 1 ? 'was' : 'were';
    const ended = deactivate ? ', and can no longer log in here' : '';
    note(`${what} with ${accounts} ${were} exported${ended}.`);
  });
}

function openFolder(to: string): void {
  try {
    makeFolder(to);
  } catch (error) {
    throw new Error(`--to ${to} cannot be used: ${systemReason(error)}`);
  }
}

function householdOf({ db, scope }: Install, email: string, deactivate: boolean): Household {
  const head = findAccount(db, scope, email.trim().toLowerCase());
  if (!head) throw new Error(`no account has the email ${JSON.stringify(email)}`);
  if (!isHead(head.roles) && head.managerId !== null)
    throw new Error(`${personIn(head)} is a member; name the manager of the household`);
  const people = findHousehold(db, scope, head);
  const admin = people.find(person => person.roles.includes('Admin'));
  if (admin && deactivate)
    throw new Error(`${personIn(admin)} is an Admin here; export this household without --deactivate`);
  return people;
}

/** Returns the line for the operator. */
function moved({ db, scope }: Install, people: Household, to: string, deactivate: boolean): string {
  const date = new Date(scope.now).toISOString().slice(0, 10);
  const [head] = people;
  const path = join(to, `onus-export-${date}-${head.id}.json`);
  // Never over an earlier export. It is on the disk before anyone loses access.
  const store = (file: ExportFile) => writeNewFile(path, Buffer.from(JSON.stringify(file)));
  if (deactivate) moveOut(db, scope, people, store);
  else store(exportHousehold(db, scope, people));
  return `${personIn(head)}  ${path}`;
}
