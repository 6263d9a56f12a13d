import { run } from './run.ts';
import { endWhenUnread } from './say.ts';

// Files in the data folder are for this user only.
process.umask(0o077);

endWhenUnread();

process.exitCode = await run(process.argv.slice(2));
