import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { POISON, type ServerCommand } from './command.ts';
import { countTimers } from './pending-timers.ts';

/**
 * Loaded into the server's process before the server (`node --import`), so that a proof can make commits fail and
 * see the heap and the timers. The product does not depend on it.
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
const timersNow = countTimers();

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

process.on('message', async (command: ServerCommand) => {
  if (command.failing) failing = command.failing;
  process.send?.({ figure: await figureFor(command) });
});

async function figureFor({ heap, held, timers }: ServerCommand): Promise<number> {
  if (timers) return timersNow();
  return heap ? settledHeap() : heapNow(held);
}

function heapNow(isWithExternal?: boolean): number {
  if (isWithExternal) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return isWithExternal ? heapUsed + external : heapUsed;
}

/** Connections that clients have closed are released bit by bit: 160 of them hold 5 MB for a moment. */
async function settledHeap(): Promise<number> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    globalThis.gc?.();
    const { heapUsed } = process.memoryUsage();
    if (heapUsed > before * (1 - SETTLED)) return heapUsed;
    before = heapUsed;
    await sleep(LOOK_EVERY);
  }
}

/** In parts of the heap. */
const SETTLED = 0.001;
/** Milliseconds. */
const LOOK_EVERY = 200;

// The channel must not keep the process alive.
process.channel?.unref();
