import { readFile } from 'node:fs/promises';
import { urlOf } from '@onus/api/link/mail';
import { type ImportedAccount, importArchive } from '@onus/api/transfer/archive/import';
import { exportFile } from '@onus/contract/transfer/export';
import type { ExportFile } from '@onus/contract/transfer/export-schema';
import type { Command } from 'commander';
import { withInstall } from '../install.ts';
import { note, personIn, say } from '../say.ts';

interface Options {
  admins?: boolean;
}

/** `onus import` */
export function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'imports an export into an empty installation, and prints a link for each account to set its password',
    )
    .argument('<file>', 'onus-export-….json')
    .option('--admins', 'also creates the Admins that the file names: they see and change everything')
    .action(fill);
}

/** The file is read and checked whole before the install is opened. */
async function fill(path: string, options: Options): Promise<void> {
  const file = readExport(await readFile(path, 'utf8'), path);
  const admins = adminsIn(file);
  // Anyone can add a role to a file: the operator decides who becomes an Admin.
  if (admins.length > 0 && !options.admins) throw new Error(refusalOf(path, admins));
  await withInstall(({ db, env, scope }) => {
    const accounts = importArchive(db, scope, file);
    for (const account of accounts) say(lineOf(account, env.PUBLIC_URL));
    const until = new Date(scope.now + 72 * 3_600_000).toISOString();
    note(
      `${accounts.length} accounts, ${file.tasks.length} tasks, ${file.groceries.length} groceries and ${file.messages.length} messages were imported. Each link sets a password and works once. The links expire at ${until}.`,
    );
    if (admins.length > 0) note(`Admins: ${admins.join(', ')}`);
  });
}

function adminsIn({ people }: ExportFile): string[] {
  return people
    .filter(({ account }) => account?.roles.includes('Admin'))
    .map(({ username, email }) => personIn({ username: username ?? '', email: email ?? '' }));
}

function refusalOf(path: string, admins: string[]): string {
  const [rank, those] =
    admins.length === 1 ? ['an Admin', 'who sees and changes'] : ['Admins', 'who see and change'];
  return `${path} makes ${admins.join(', ')} ${rank}, ${those} everything. If you trust the file, import it with --admins`;
}

function readExport(text: string, path: string): ExportFile {
  const read = exportFile.safeParse(parsed(text, path));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  throw new Error(`${path} cannot be imported: ${place ? `${place.slice(1)}: ` : ''}${issue?.message}`);
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} cannot be imported: it is not JSON`);
  }
}

function lineOf({ link, ...person }: ImportedAccount, publicUrl: string): string {
  return `${personIn(person)}  ${link ? urlOf({ publicUrl }, link) : 'is not active'}`;
}
