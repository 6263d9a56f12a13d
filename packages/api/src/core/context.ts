import type { Registration } from '@onus/contract/auth/registration';
import type { Requirement } from '@onus/contract/auth/second-factor';
import type { Backup } from '@onus/db/backup/backup';
import type { BackupLog } from '@onus/db/backup/backup-log';
import type { GroupCommit } from '@onus/db/commits/group-commit';
import type { Db } from '@onus/db/open';
import type { Ledger } from './ledger/ledger.ts';
import type { Operations } from './ledger/operations.ts';
import type { CallsInFlight } from './limits/calls-in-flight.ts';
import type { Line, Load } from './limits/load.ts';
import type { Imports } from './limits/running-imports.ts';
import type { ThreadMeter } from './limits/thread-meter.ts';
import type { Throttle } from './limits/throttle.ts';
import type { Events } from './live/events.ts';
import type { Mailer } from './mail.ts';
import type { DeliveryCounts } from './notify/delivery-counts.ts';
import type { Presence } from './notify/presence.ts';
import type { Provider } from './oidc/provider.ts';
import type { Pusher } from './push/pusher.ts';
import type { Challenges } from './secrets/challenges.ts';
import type { KnownBrowsers } from './secrets/known-browsers.ts';
import type { Passwords } from './secrets/passwords.ts';
import type { Sealing } from './secrets/sealing.ts';
import type { StopLinks } from './secrets/stop-links.ts';
import type { Sessions } from './sessions/lucia.ts';

/** What the whole process shares. Everything a procedure needs comes through here, so a test can bring its own. */
export interface Services {
  db: Db;
  /** The writes of one turn share one commit; a call that wrote answers after it. */
  commits: GroupCommit;
  events: Events;
  sessions: Sessions;
  passwords: Passwords;
  /** For secrets that the server must read again. */
  sealing: Sealing;
  challenges: Challenges;
  throttle: Throttle;
  load: Load;
  threadMeter: ThreadMeter;
  callsInFlight: CallsInFlight;
  imports: Imports;
  ledger: Ledger;
  knownBrowsers: KnownBrowsers;
  /** Where people may sign in besides here; null without the OIDC settings. */
  provider: Provider | null;
  /** What people look at now. */
  presence: Presence;
  /** How the deliveries of notifications ended. */
  deliveries: DeliveryCounts;
  stopLinks: StopLinks;
  /** Null unless PUSH=on: no push service is contacted. */
  pusher: Pusher | null;
  /** Null without SMTP_URL: links are then copied by hand. */
  mailer: Mailer | null;
  /** Who may register. */
  registration: Registration;
  /** Who must have a second factor. */
  requireSecondFactor: Requirement;
  /** The origin every link begins with; what a request says of its host is never asked. */
  publicUrl: string;
  /** The copies of this install. */
  backups: Backups;
  /** Of the program. */
  version: string;
  /** Rows of a page for who names no number (rule 19). */
  pageSizes: { messages: number; conversations: number };
  /** Epoch milliseconds. */
  clock: () => number;
}

export interface Backups {
  /** Milliseconds from one to the next; null when none are scheduled. */
  every: number | null;
  log: () => BackupLog;
  isRunning: () => boolean;
  /** Makes one now, beside the calls. While one is being made, it is that one. @throws Error with the reason in one line. */
  make: () => Promise<Backup>;
  /** Bytes of the disk that holds the data; null where the system does not say. */
  room: () => { free: number; total: number } | null;
}

/** What one request says about itself, the same at every entry point. */
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
  /** The ids by which its calls are safe to repeat. */
  operations: Operations;
  cookie: RefreshCookie;
  /** The marker of a browser that has signed in before; it opens nothing (see known-browsers). */
  marker: Pick<RefreshCookie, 'read' | 'write'>;
  /** What it keeps between the steps of a single sign-on. */
  oidc: Omit<RefreshCookie, 'demand'>;
}

/** The browser's refresh cookie. A socket cannot set one: its entry point refuses to write one. */
export interface RefreshCookie {
  read(): string | null;
  /** Asked before anything is made that a cookie must be handed out for. @throws DomainError BAD_REQUEST */
  demand(): void;
  write(value: string, expiresAt: number): void;
  clear(): void;
}

export type Context = Services & { caller: Caller };
