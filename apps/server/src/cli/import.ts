import { readFile } from 'node:fs/promises';
import { type ImportedAccount, importArchive } from '@onus/api/archive/commands';
import { urlOf } from '@onus/api/link-mail';
import { type ExportFile, exportFile } from '@onus/contract/export';
import type { Command } from 'commander';
import { withInstall } from './install.ts';

/** `onus import` */
export function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'fills an empty install with an export that a user or a manager has downloaded, and prints a link for each account to set its password with',
    )
    .argument('<file>', 'onus-export-….json')
    .action(fill);
}

/** The file is read and checked whole before the install is opened. */
async function fill(path: string): Promise<void> {
  const file = readExport(await readFile(path, 'utf8'), path);
  await withInstall(({ db, env, scope }) => {
    const accounts = importArchive(db, scope, file);
    for (const account of accounts) process.stdout.write(`${lineOf(account, env.PUBLIC_URL)}\n`);
    const until = new Date(scope.now + 72 * 3_600_000).toISOString();
    process.stderr.write(
      `${accounts.length} accounts, ${file.tasks.length} tasks, ${file.groceries.length} groceries and ${file.messages.length} messages are imported. Each link sets a password, once, until ${until}.\n`,
    );
  });
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

function lineOf({ username, email, link }: ImportedAccount, publicUrl: string): string {
  return `${username} <${email}>  ${link ? urlOf({ publicUrl }, link) : 'is not active'}`;
}
