import { createRequire } from 'node:module';
import { POISON, type ServerCommand } from './command.ts';

/**
 * Loaded into the server's process before the server (`node --import`), so that a proof can make commits fail and
 * see the heap. The product does not depend on it.
 */
interface Client {
  exec(sql: string): unknown;
  prepare(sql: string): { get(...values: unknown[]): unknown };
}

interface Sqlite {
  prototype: Client;
  SqliteError: new (message: string, code: string) => Error;
}

const [, bundle = ''] = process.argv;
const { ONUS_FAIL_COMMIT_EVERY: every } = process.env;
const sqlite = createRequire(bundle)('better-sqlite3') as Sqlite;
let failing: ServerCommand['failing'] = 'none';
let commits = 0;

const { exec } = sqlite.prototype;
sqlite.prototype.exec = function execOrFail(this: Client, sql: string) {
  if (/^\s*commit\s*;?\s*$/i.test(sql) && mustFail(this))
    throw new sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
  return exec.call(this, sql);
};

function mustFail(client: Client): boolean {
  commits += 1;
  if (failing === 'all') return true;
  if (failing === 'poisoned')
    return client.prepare('select 1 from grocery_item where name = ?').get(POISON) !== undefined;
  return every !== undefined && commits % Number(every) === 0;
}

process.on('message', (command: ServerCommand) => {
  if (command.failing) failing = command.failing;
  if (command.heap || command.held) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ heapUsed: command.held ? heapUsed + external : heapUsed });
});
// The channel must not keep the process alive.
process.channel?.unref();
