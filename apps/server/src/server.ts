import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { keepMails, sendKeptMails } from '@onus/api/core/kept-mails';
import { TOPICS } from '@onus/contract/live/topic';
import { keepChanges, readKeptChanges } from '@onus/db/kept-changes';
import { migrateDb } from '@onus/db/migrate';
import { closeDb, setBusyWait } from '@onus/db/open';
import type { FastifyBaseLogger } from 'fastify';
import onus from '../../../package.json' with { type: 'json' };
import { createApp } from './app.ts';
import { type Env, readEnv } from './env.ts';
import { createBackupMaker } from './ops/backup-maker.ts';
import { scheduleBackups } from './ops/backup-schedule.ts';
import { startCheckpoints } from './ops/checkpoints.ts';
import { holdDataDir, openBackupDir, openDatabase, openDataDir } from './ops/data-dir.ts';
import { scheduleNotifications } from './ops/notify-schedule.ts';
import { scheduleSweeps } from './ops/sweep-schedule.ts';
import { createServices, logOf } from './services.ts';
import { createShutdown } from './shutdown.ts';

export interface Server {
  /** The address that people open. */
  url: string;
  log: FastifyBaseLogger;
  /** Answers what came in, then closes every connection and the database. */
  stop(): Promise<void>;
}

// The same distance from src/ and from the bundle in dist/.
const MIGRATIONS = fileURLToPath(new URL('../../../drizzle', import.meta.url));
const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Milliseconds a write waits for another process. The server serves no one else while it waits. */
const BUSY_WAIT = 500;

/**
 * Connections that the system holds until the server takes them; it may have a lower limit of its own. Of more that come
 * at once, such as after a restart, it drops some, and their clients try again after seconds.
 */
const BACKLOG = 4_096;

/** Milliseconds a stop waits for calls whose clients are gone. */
const LONGEST_CALL = 1_000;
/** Milliseconds. */
const MINUTE = 60_000;

/**
 * The whole server: settings → lock → open the database → listen. The journeys start one after the other in one
 * process.
 * @param settings the environment, unless a caller brings its own.
 */
export async function startServer(settings?: NodeJS.ProcessEnv): Promise<Server> {
  const env = readEnv(settings);
  const taken = `DATA_DIR ${env.DATA_DIR} is in use by another server, or by a restore`;
  const release = holdDataDir(env.DATA_DIR, 'server', taken);
  const { database, ...keys } = openDataDir(env.DATA_DIR);
  if (env.BACKUP_DIR) openBackupDir(env.BACKUP_DIR);
  const program = programOf(env, keys.key);
  const before = readKeptChanges(database, program);
  const db = openDatabase(env.DATA_DIR);
  migrateDb(db, MIGRATIONS);
  setBusyWait(db, BUSY_WAIT);
  const shutdown = createShutdown();
  const maker = createBackupMaker(env, logOf(env));
  const services = createServices(db, keys, env, maker, before);
  const app = await createApp(services, env, WEB_APP, shutdown);
  // What the start alone needed is 14 MB. Node has this function with --expose-gc.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  await app.listen({ port: env.PORT, host: env.HOST, backlog: BACKLOG });
  services.threadMeter.begin();
  sendKeptMails(services, emailsBeside(database));
  const minutes = setInterval(services.threadMeter.sample, MINUTE).unref();
  const backups = scheduleBackups(env, maker, app.log);
  const checkpoints = startCheckpoints(db, database, app.log);
  const sweeps = scheduleSweeps(services, app.log);
  const notifications = scheduleNotifications(services, app.log);

  return {
    url: env.PUBLIC_URL,
    log: app.log,
    async stop() {
      clearInterval(minutes);
      await Promise.all([shutdown.begin(), backups.stop(), sweeps.stop(), notifications.stop()]);
      const closed = app.close();
      // All that came in is answered. What is still open is idle, or too slow.
      app.server.closeAllConnections();
      await closed;
      const isSettled = await services.callsInFlight.settled(LONGEST_CALL);
      await checkpoints.stop();
      closeDb(db);
      // A call that is still under way may have changed something without an event.
      if (isSettled) {
        const keep = () => keepChanges(database, program, services.events.keep());
        tryTo(keep, app.log, 'browsers that come back load their lists again');
      }
      tryTo(() => keepMails(services, emailsBeside(database)), app.log, 'emails that waited are lost');
      release();
    },
  };
}

/** A full disk must not keep a server from stopping. */
function tryTo(keep: () => void, log: FastifyBaseLogger, otherwise: string): void {
  try {
    keep();
  } catch (error) {
    log.warn({ err: error }, otherwise);
  }
}

function emailsBeside(database: string): string {
  return `${database}-emails`;
}

/** The same for the same version with the same settings, which counts the same topics. The key hides the settings. */
function programOf(env: Env, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([onus.version, TOPICS, env]))
    .digest('hex');
}
