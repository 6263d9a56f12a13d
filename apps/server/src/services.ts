import { createAccessTokens } from '@onus/api/access-token';
import type { Services } from '@onus/api/context';
import { createEvents } from '@onus/api/events';
import { createImports } from '@onus/api/imports';
import { createKnownBrowsers } from '@onus/api/known-browsers';
import { createLoad } from '@onus/api/load';
import { createMailer, type Mailer } from '@onus/api/mail';
import { createPasswords } from '@onus/api/passwords';
import { createRefreshSecrets } from '@onus/api/refresh-secret';
import { createSessions } from '@onus/api/session/lucia';
import { createThrottle } from '@onus/api/throttle';
import { readBackupLog } from '@onus/db/backup-log';
import { createGroupCommit } from '@onus/db/group-commit';
import type { Db } from '@onus/db/open';
import { pino } from 'pino';
import type { Env } from './env.ts';

/** What the procedures need, once a process. */
export function createServices(db: Db, key: Uint8Array, env: Env): Services {
  const events = createEvents();
  const tokens = createAccessTokens(key, env.ACCESS_TOKEN_TTL);
  const throttle = createThrottle();
  return {
    db,
    commits: createGroupCommit(db),
    events,
    sessions: createSessions(db, tokens, createRefreshSecrets(key)),
    passwords: createPasswords(env.PASSWORD_MIN_LENGTH, throttle.hash),
    throttle,
    load: createLoad(),
    imports: createImports(),
    knownBrowsers: createKnownBrowsers(key),
    mailer: mailerOf(env),
    backups: {
      every: env.BACKUP_DIR ? env.BACKUP_EVERY : null,
      log: () => readBackupLog(env.DATA_DIR),
    },
    registration: env.REGISTRATION,
    publicUrl: env.PUBLIC_URL,
    pageSizes: { messages: env.MESSAGES_PAGE_SIZE, conversations: env.CONVERSATIONS_PAGE_SIZE },
    clock: Date.now,
  };
}

function mailerOf({ SMTP_URL, MAIL_FROM, LOG_LEVEL }: Env): Mailer | null {
  if (!SMTP_URL) return null;
  const log = pino({ level: LOG_LEVEL }, process.stdout);
  return createMailer({
    url: SMTP_URL,
    from: MAIL_FROM,
    onFailure: reason => log.error({ reason }, 'a mail could not be sent'),
  });
}
