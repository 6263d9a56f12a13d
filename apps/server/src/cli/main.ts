import { Command } from 'commander';
import { addAdmin } from './commands/admin.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup } from './commands/backup.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addImport } from './commands/import.ts';
import { addLink } from './commands/link.ts';
import { addRestore } from './commands/restore.ts';
import { addSecondFactor } from './commands/second-factor.ts';
import { onOneLine } from './one-line.ts';
import { endWhenUnread, note } from './say.ts';

// Files in the data folder are for this user only.
process.umask(0o077);

endWhenUnread();

const program = new Command('onus')
  .description('Operator commands for the installation in DATA_DIR. The server may be running.')
  .showSuggestionAfterError(false)
  .configureOutput({
    outputError: (text, write) => write(`${onOneLine(text.trimEnd().replace(/^error: /, 'onus: '))}\n`),
  });
addAdmin(program);
addLink(program);
addSecondFactor(program);
addDemo(program);
addImport(program);
addAudit(program);
addBackup(program);
addRestore(program);
addDoctor(program);

await program.parseAsync().catch(error => {
  note(`onus: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  process.exitCode = 1;
});
