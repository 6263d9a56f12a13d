import { Command, CommanderError, type HelpContext } from 'commander';
import { addAdmin } from './commands/admin.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup } from './commands/backup.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addImport } from './commands/import.ts';
import { addLink } from './commands/link.ts';
import { addRestore } from './commands/restore.ts';
import { addSecondFactor } from './commands/second-factor.ts';
import { onOneLine } from './one-line.ts';
import { note } from './say.ts';

/**
 * Runs an operator command.
 * @returns its exit code.
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await commands().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed it, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode;
    note(`onus: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
    return 1;
  }
}

/** Where a command is missing, Commander prints the whole help as an error. One line is enough (rule 1.5). */
class Group extends Command {
  override createCommand(name?: string): Command {
    return new Group(name);
  }

  override help(context?: HelpContext | ((text: string) => string)): never {
    if (typeof context !== 'object' || !context.error) return super.help();
    const path = [this.parent?.name(), this.name()].filter(Boolean).join(' ');
    const names = this.commands.map(command => command.name()).join(', ');
    return this.error(`error: missing command. Commands of "${path}": ${names}`);
  }
}

function commands(): Command {
  const program = new Group('onus')
    .description('Operator commands for the installation in DATA_DIR. The server may be running.')
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${onOneLine(text.trimEnd().replace(/^error: /, 'onus: '))}\n`),
    });
  addAdmin(program);
  addLink(program);
  addSecondFactor(program);
  addDemo(program);
  addExport(program);
  addImport(program);
  addAudit(program);
  addBackup(program);
  addRestore(program);
  addDoctor(program);
  return program;
}
