import { rmSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../dist');
const directory = join(DIST, 'compiled');

// What is compiled belongs to one build, and to the options of Node that `pnpm start` has: with others V8 ignores it.
rmSync(directory, { recursive: true, force: true });
enableCompileCache({ directory, portable: true });
await import(join(DIST, 'server.js'));
flushCompileCache();
process.exit();
