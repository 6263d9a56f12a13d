import { Command } from 'commander';
import { addAdmin } from './admin.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addImport } from './import.ts';
import { addLink } from './link.ts';
import { onOneLine } from './one-line.ts';
import { addRestore } from './restore.ts';
import { endWhenUnread, note } from './say.ts';

// Files in the data folder are for this user only.
process.umask(0o077);

endWhenUnread();

const program = new Command('onus')
  .description('Looks after an install of Onus, running or stopped: the one in DATA_DIR.')
  .showSuggestionAfterError(false)
  .configureOutput({
    outputError: (text, write) => write(`${onOneLine(text.trimEnd().replace(/^error: /, 'onus: '))}\n`),
  });
addAdmin(program);
addLink(program);
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
