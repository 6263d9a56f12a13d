import { statfsSync } from 'node:fs';
import type { Backups, Services } from '@onus/api/core/context';
import { createLedger } from '@onus/api/core/ledger/ledger';
import { createCallsInFlight } from '@onus/api/core/limits/calls-in-flight';
import { createLoad } from '@onus/api/core/limits/load';
import { createImports } from '@onus/api/core/limits/running-imports';
import { createThreadMeter } from '@onus/api/core/limits/thread-meter';
import { createThrottle } from '@onus/api/core/limits/throttle';
import { createEvents } from '@onus/api/core/live/events';
import { createMailer, type Mailer } from '@onus/api/core/mail';
import { createDeliveryCounts } from '@onus/api/core/notify/delivery-counts';
import { createPresence } from '@onus/api/core/notify/presence';
import { createProvider, type Provider } from '@onus/api/core/oidc/provider';
import { createPusher, type Pusher } from '@onus/api/core/push/pusher';
import { createChallenges } from '@onus/api/core/secrets/challenges';
import { createKnownBrowsers } from '@onus/api/core/secrets/known-browsers';
import { createPasswords } from '@onus/api/core/secrets/passwords';
import { createSealing } from '@onus/api/core/secrets/sealing';
import { createStopLinks } from '@onus/api/core/secrets/stop-links';
import { acceptTokens } from '@onus/api/core/sessions/accept-tokens';
import { createAccessTokens } from '@onus/api/core/sessions/access-token';
import { createSessions } from '@onus/api/core/sessions/lucia';
import { createRefreshSecrets } from '@onus/api/core/sessions/refresh-secret';
import { readBackupLog } from '@onus/db/backup/backup-log';
import { createGroupCommit } from '@onus/db/commits/group-commit';
import type { KeptChanges } from '@onus/db/kept-changes';
import type { Db } from '@onus/db/open';
import { type Logger, pino } from 'pino';
import onus from '../../../package.json' with { type: 'json' };
import type { Env } from './env.ts';
import { CALLBACK_PATH } from './http/oidc.ts';
import { type BackupMaker, createBackupMaker } from './ops/backup-maker.ts';
import type { DataDir } from './ops/data-dir.ts';
import { descriptorLimit } from './ops/descriptors.ts';

/** The secrets beside the database. */
export type Keys = Pick<DataDir, 'key' | 'pushKey'>;

/** What the procedures need, once a process. */
export function createServices(
  db: Db,
  { key, pushKey }: Keys,
  env: Env,
  maker: BackupMaker = createBackupMaker(env, logOf(env)),
  before: KeptChanges | null = null,
): Services {
  const events = createEvents(before);
  const tokens = createAccessTokens(key, env.ACCESS_TOKEN_TTL);
  const throttle = createThrottle();
  const commits = createGroupCommit(db);
  const sessions = createSessions(db, tokens, createRefreshSecrets(key), env.REQUIRE_SECOND_FACTOR);
  return {
    db,
    commits,
    events,
    sessions: acceptTokens(sessions, {
      db,
      commits,
      clock: Date.now,
      requirement: env.REQUIRE_SECOND_FACTOR,
    }),
    passwords: createPasswords(env.PASSWORD_MIN_LENGTH, throttle.hash),
    sealing: createSealing(key),
    challenges: createChallenges(key),
    throttle,
    load: createLoad(descriptorLimit()),
    threadMeter: createThreadMeter(),
    callsInFlight: createCallsInFlight(),
    imports: createImports(),
    ledger: createLedger(key),
    knownBrowsers: createKnownBrowsers(key),
    provider: providerOf(env),
    presence: createPresence(),
    deliveries: createDeliveryCounts(),
    stopLinks: createStopLinks(key),
    pusher: pusherOf(env, pushKey),
    mailer: mailerOf(env),
    backups: backupsOf(env, maker),
    version: onus.version,
    registration: env.REGISTRATION,
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR,
    publicUrl: env.PUBLIC_URL,
    pageSizes: { messages: env.MESSAGES_PAGE_SIZE, conversations: env.CONVERSATIONS_PAGE_SIZE },
    clock: Date.now,
  };
}

/** For what happens beside the requests. */
export function logOf({ LOG_LEVEL }: Pick<Env, 'LOG_LEVEL'>): Logger {
  return pino({ level: LOG_LEVEL }, process.stdout);
}

function backupsOf({ BACKUP_DIR, BACKUP_EVERY, DATA_DIR }: Env, maker: BackupMaker): Backups {
  return {
    every: BACKUP_DIR ? BACKUP_EVERY : null,
    log: () => readBackupLog(DATA_DIR),
    isRunning: maker.isRunning,
    make: maker.make,
    room: () => roomIn(DATA_DIR),
  };
}

/** Of the disk that holds the data; null where the system does not say. */
function roomIn(folder: string): { free: number; total: number } | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}

function mailerOf({ SMTP_URL, MAIL_FROM, LOG_LEVEL }: Env): Mailer | null {
  if (!SMTP_URL) return null;
  return createMailer({
    url: SMTP_URL,
    from: MAIL_FROM,
    onFailure: reason => logOf({ LOG_LEVEL }).error({ reason }, 'an email could not be sent'),
  });
}

function providerOf({ PUBLIC_URL, ...env }: Env): Provider | null {
  if (!env.OIDC_ISSUER) return null;
  return createProvider({
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: env.OIDC_CLIENT_SECRET ?? '',
    name: env.OIDC_NAME ?? '',
    callback: PUBLIC_URL + CALLBACK_PATH,
  });
}

/** Push services write to the operator at PUBLIC_URL, or to MAIL_FROM if that is not https. */
function pusherOf({ PUSH, PUSH_HOSTS, PUBLIC_URL, MAIL_FROM }: Env, key: Uint8Array): Pusher | null {
  if (PUSH === 'off') return null;
  const [address] = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM) ?? [];
  const subject = PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${address}`;
  return createPusher({ key, subject, trusted: PUSH_HOSTS });
}
