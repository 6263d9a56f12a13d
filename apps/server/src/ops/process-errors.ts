import type { FastifyBaseLogger } from 'fastify';

/**
 * Keeps the server running when the reader of its output goes away: a log without a reader is no reason to
 * refuse service. Standard error says so once, for what started the server.
 */
export function outliveReaders(): void {
  process.stdout.once('error', () => {
    process.stderr.write('onus: standard output is closed; the log is lost until the next start\n');
    process.stdout.on('error', () => {});
  });
  process.stderr.on('error', () => {});
}

/**
 * What no code waited for or caught. A rejection is logged and the server serves on: each write is one
 * synchronous transaction, so a promise that fails leaves nothing half done. An exception stopped some code
 * halfway, and nothing is known of its state: the process ends, and its supervisor starts it again. Both go
 * through the log, which leaves out what hangs on an error.
 */
export function logStrayErrors(log: Pick<FastifyBaseLogger, 'error' | 'fatal'>): void {
  process.on('unhandledRejection', reason => {
    log.error({ err: errorOf(reason) }, 'unhandled promise rejection');
  });
  process.on('uncaughtException', error => {
    log.fatal({ err: errorOf(error) }, 'uncaught exception; the server stops');
    process.exit(1);
  });
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
