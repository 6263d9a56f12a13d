import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { migrateDb } from '@onus/db/migrate';
import { closeDb, openDb, setPatience } from '@onus/db/open';
import { createApp } from './app.ts';
import { scheduleBackups } from './backup-schedule.ts';
import { startCheckpoints } from './checkpoints.ts';
import { holdDataDir, openBackupDir, openDataDir } from './data-dir.ts';
import { readEnv } from './env.ts';
import { createLeaving } from './leaving.ts';
import { logStrayErrors, outliveReaders } from './process-errors.ts';
import { createServices } from './services.ts';
import { scheduleSweeps } from './sweep-schedule.ts';

// The same distance from src/ and from the bundle in dist/.
const MIGRATIONS = fileURLToPath(new URL('../../../drizzle', import.meta.url));
const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Milliseconds a write waits for another process: so long, once, no one else is served. */
const PATIENCE = 500;

// Files in the data folder are for this user only.
process.umask(0o077);
outliveReaders();

await start().catch(error => {
  process.stderr.write(`onus: ${reasonOf(error)}\n`);
  process.exit(1);
});

/** env → open the database → listen → graceful stop. */
async function start(): Promise<void> {
  const env = readEnv();
  const taken = `DATA_DIR ${env.DATA_DIR} is in use by another server, or by a restore`;
  const release = holdDataDir(env.DATA_DIR, 'server', taken);
  const { database, key } = openDataDir(env.DATA_DIR);
  if (env.BACKUP_DIR) openBackupDir(env.BACKUP_DIR);
  const db = openDb(database);
  migrateDb(db, MIGRATIONS);
  setPatience(db, PATIENCE);
  const leaving = createLeaving();
  const services = createServices(db, key, env);
  const app = await createApp(services, env, WEB_APP, leaving);
  logStrayErrors(app.log);
  await app.listen({ port: env.PORT, host: env.HOST });
  // Listening for the signal comes first: who reads the line may send one at once.
  const leave = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  process.stdout.write(`Onus is ready at ${env.PUBLIC_URL}\n`);
  const backups = scheduleBackups(env, app.log);
  const checkpoints = startCheckpoints(db, database, app.log);
  const sweeps = scheduleSweeps(services, app.log);
  await leave;
  await Promise.all([leaving.begin(), backups.stop(), sweeps.stop()]);
  const closed = app.close();
  // All that came in is answered; what is still open says nothing, or says it too slowly.
  app.server.closeAllConnections();
  await closed;
  await checkpoints.stop();
  closeDb(db);
  release();
  // A mail that is being tried again, or whatever else waits, is not waited for.
  process.exit(0);
}

/** One clear line, whatever stopped the start. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `PORT ${port} on ${address} is in use; set PORT to another`;
  if (code === 'EACCES' && port) return `PORT ${port} may not be opened by this user; set PORT to another`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not an address of this machine`;
  return error.message.split('\n', 1)[0] ?? 'unknown error';
}
