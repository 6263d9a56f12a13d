import type { Registration } from '@onus/contract/registration';
import type { BackupLog } from '@onus/db/backup-log';
import type { GroupCommit } from '@onus/db/group-commit';
import type { Db } from '@onus/db/open';
import type { Events } from './events.ts';
import type { Imports } from './imports.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { Line, Load } from './load.ts';
import type { Mailer } from './mail.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './session/lucia.ts';
import type { Throttle } from './throttle.ts';

/** What the whole process shares. Everything a procedure needs comes through here, so a test can bring its own. */
export interface Services {
  db: Db;
  /** The writes of one turn share one commit; a call that wrote answers after it. */
  commits: GroupCommit;
  events: Events;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  load: Load;
  imports: Imports;
  knownBrowsers: KnownBrowsers;
  /** Null without SMTP_URL: links are then copied by hand. */
  mailer: Mailer | null;
  /** Who may register. */
  registration: Registration;
  /** The origin every link begins with; what a request says of its host is never asked. */
  publicUrl: string;
  /** The copies of this install. */
  backups: Backups;
  /** Rows of a page for who names no number (spec 9). */
  pageSizes: { messages: number; conversations: number };
  /** Epoch milliseconds. */
  clock: () => number;
}

export interface Backups {
  /** Milliseconds from one to the next; null when none are scheduled. */
  every: number | null;
  log: () => BackupLog;
}

/** What one request says about itself, the same for every door. */
export interface Caller {
  /** The access token of the Authorization header or of the socket's handshake. */
  accessToken: string | null;
  /** An IANA zone name as the client gave it; unknown names are ignored. */
  timeZone: string | null;
  userAgent: string;
  /** The address the connection comes from; a proxy's word for it only when that proxy is trusted. */
  address: string;
  /** The connection it came over. */
  line: Line;
  cookie: RefreshCookie;
  /** The marker of a browser that has signed in before; it opens nothing (see known-browsers). */
  marker: Pick<RefreshCookie, 'read' | 'write'>;
}

/** The browser's refresh cookie. A socket cannot set one: writing there is refused by its door. */
export interface RefreshCookie {
  read(): string | null;
  /** Asked before anything is made that a cookie must be handed out for. @throws DomainError BAD_REQUEST */
  demand(): void;
  write(value: string, expiresAt: number): void;
  clear(): void;
}

export type Context = Services & { caller: Caller };
