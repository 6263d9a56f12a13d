import { Command } from 'commander';
import { addAdmin } from './admin.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addImport } from './import.ts';
import { addLink } from './link.ts';
import { addRestore } from './restore.ts';

// Files in the data folder are for this user only.
process.umask(0o077);

const program = new Command('onus')
  .description('Looks after an install of Onus, running or stopped: the one in DATA_DIR.')
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'onus: ')) });
addAdmin(program);
addLink(program);
addDemo(program);
addImport(program);
addAudit(program);
addBackup(program);
addRestore(program);
addDoctor(program);

await program.parseAsync().catch(error => {
  process.stderr.write(`onus: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}\n`);
  process.exitCode = 1;
});
