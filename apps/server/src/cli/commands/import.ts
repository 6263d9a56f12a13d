import { readFile } from 'node:fs/promises';
import { urlOf } from '@onus/api/link/mail';
import { type ImportedAccount, importArchive } from '@onus/api/transfer/archive/import';
import { exportFile } from '@onus/contract/transfer/export';
import type { ExportFile } from '@onus/contract/transfer/export-schema';
import { systemReason } from '@onus/db/durable';
import type { Command } from 'commander';
import { type Install, withInstall } from '../install.ts';
import { counted, note, personIn, say } from '../say.ts';

interface Options {
  admins?: boolean;
}

/** `onus import` */
export function addImport(program: Command): void {
  program
    .command('import')
    .description('adds exports to this installation, and prints a link for each account to set its password')
    .argument('<files...>', 'onus-export-….json')
    .option('--admins', 'also creates the Admins that a file names: they see and change everything')
    .action(add);
}

/** All files are read and checked whole before the install is opened. Each is imported as a whole or not at all. */
async function add(paths: string[], options: Options): Promise<void> {
  const files: Read[] = [];
  for (const path of paths) files.push({ path, file: readExport(await textOf(path), path) });
  // Anyone can add a role to a file: the operator decides who becomes an Admin.
  const admins = files.flatMap(one => adminsIn(one, options));
  await withInstall(install => {
    const accounts = files.flatMap(one => added(install, one));
    const total = (kind: 'tasks' | 'groceries' | 'messages') =>
      files.reduce((sum, { file }) => sum + file[kind].length, 0);
    const tasks = counted(total('tasks'), 'task');
    const items = counted(total('groceries'), 'grocery item');
    const messages = counted(total('messages'), 'message');
    const until = new Date(install.scope.now + 72 * 3_600_000).toISOString();
    note(
      `${counted(accounts.length, 'account')}, ${tasks}, ${items} and ${messages} were imported. Each link sets a password and works once. The links expire at ${until}.`,
    );
    if (admins.length > 0) note(`Admins: ${admins.join(', ')}`);
  });
}

interface Read {
  path: string;
  file: ExportFile;
}

/** The links are printed file by file: those of a file stay good if a later one is refused. */
function added({ db, env, scope }: Install, { path, file }: Read): ImportedAccount[] {
  try {
    const accounts = importArchive(db, scope, file);
    for (const account of accounts) say(lineOf(account, env.PUBLIC_URL));
    return accounts;
  } catch (error) {
    throw new Error(`${path} was not imported: ${error instanceof Error ? error.message : error}`);
  }
}

/** @throws Error for an Admin without `--admins` */
function adminsIn({ path, file }: Read, options: Options): string[] {
  const admins = file.people
    .filter(({ account }) => account?.roles.includes('Admin'))
    .map(({ username, email }) => personIn({ username: username ?? '', email: email ?? '' }));
  if (admins.length > 0 && !options.admins) throw new Error(refusalOf(path, admins));
  return admins;
}

function refusalOf(path: string, admins: string[]): string {
  const [rank, those] =
    admins.length === 1 ? ['an Admin', 'who sees and changes'] : ['Admins', 'who see and change'];
  return `${path} makes ${admins.join(', ')} ${rank}, ${those} everything. If you trust the file, import it with --admins`;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be imported: ${systemReason(error)}`);
  }
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
